// What a start costs: from the start of the process to the answer to tools/list, of the server alone and through plimsoll run.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { here, node } from './clients.js';

const ROUNDS = 21;
const plimsoll = process.env.PLIMSOLL ?? join(here, '..', '..', 'plimsoll');
const initialize = {
  jsonrpc: '2.0', id: 1, method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'start', version: '1' } },
};
const list = [{ jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 2, method: 'tools/list' }];

/** Returns the medians and the slowest of rounds in turns, in milliseconds. */
export async function start() {
  const data = mkdtempSync(join(tmpdir(), 'plimsoll-start-'));
  const bare = [node, join(here, 'server.js')];
  const through = [plimsoll, 'run', '--data', data, '--', ...bare];
  const times = { direct: [], plimsoll: [] };
  await once(through); // the first start creates the folder
  for (let i = 0; i < ROUNDS; i += 1) {
    times.direct.push(await once(bare));
    times.plimsoll.push(await once(through));
  }
  rmSync(data, { recursive: true, force: true });
  return { rounds: ROUNDS, processors: cpus().length, direct: summary(times.direct), plimsoll: summary(times.plimsoll) };
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: Math.round(sorted[Math.floor(sorted.length / 2)]), slowest: Math.round(sorted.at(-1)) };
}

async function once([command, ...args]) {
  const begun = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  send(initialize);
  for await (const line of createInterface({ input: child.stdout })) {
    const { id } = JSON.parse(line);
    if (id === 1) list.forEach(send);
    if (id === 2) break;
  }
  const took = performance.now() - begun;
  child.stdin.end();
  await new Promise((resolve) => child.on('close', resolve));
  return took;
}
