// Measures the time from the start of a process to the answer to tools/list, of the server directly and through plimsoll run.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { agentsFolder, node } from './clients.js';

const ROUNDS = 21;
const plimsoll = process.env.PLIMSOLL ?? join(agentsFolder, '..', '..', 'plimsoll');
const initialize = {
  jsonrpc: '2.0', id: 1, method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'start', version: '1' } },
};
const list = [{ jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 2, method: 'tools/list' }];

/** Measures both in turns. Returns the median and the maximum, in milliseconds. */
export async function measureStarts() {
  const data = mkdtempSync(join(tmpdir(), 'plimsoll-start-'));
  const direct = [node, join(agentsFolder, 'server.js')];
  const throughPlimsoll = [plimsoll, 'run', '--data', data, '--', ...direct];
  const times = { direct: [], plimsoll: [] };
  await measureStart(throughPlimsoll); // the first start creates the folder
  for (let i = 0; i < ROUNDS; i += 1) {
    times.direct.push(await measureStart(direct));
    times.plimsoll.push(await measureStart(throughPlimsoll));
  }
  rmSync(data, { recursive: true, force: true });
  return { rounds: ROUNDS, processors: cpus().length, direct: summary(times.direct), plimsoll: summary(times.plimsoll) };
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: Math.round(sorted[Math.floor(sorted.length / 2)]), slowest: Math.round(sorted.at(-1)) };
}

async function measureStart([command, ...args]) {
  const startTime = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  send(initialize);
  for await (const line of createInterface({ input: child.stdout })) {
    const { id } = JSON.parse(line);
    if (id === 1) list.forEach(send);
    if (id === 2) break;
  }
  const millis = performance.now() - startTime;
  child.stdin.end();
  await new Promise((resolve) => child.on('close', resolve));
  return millis;
}
