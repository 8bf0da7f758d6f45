// Runs one client with one tool, directly or through Plimsoll, and returns what its model read and what the server had sent.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { here, node } from './clients.js';
import { Model } from './model.js';
import { tapped } from './tapped.js';

const LONGEST = Number(process.env.LONGEST ?? 120) * 1_000;
const plimsoll = process.env.PLIMSOLL ?? join(here, '..', '..', 'plimsoll');

export async function runClient(client, tool, guarded, { mistakes, program } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-agent-'));
  const tap = join(home, 'tap.jsonl');
  const bare = [node, join(here, 'server.js')];
  const through = [plimsoll, 'run', '--data', join(home, 'data'), '--', ...bare];
  const server = [node, join(here, 'lib', 'tap.js'), tap, ...(guarded ? through : bare)];
  const model = new Model(tool, { mistakes, program });
  await model.start();
  try {
    const work = join(home, 'work');
    mkdirSync(work);
    const run = { model: model.at, server, home, runsPrograms: program !== undefined, prompt: `Call the tool ${tool} of the shop, and read on.` };
    const { command, env } = client.start(run);
    const { code, said } = await execute(command, { ...machine(home), ...env }, work);
    return { readings: model.readings, ...tapped(tap), code, said, faults: model.faults, requests: model.requests };
  } finally {
    await model.stop();
    if (!process.env.KEEP) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    else console.error(home);
  }
}

/** The environment of a machine without settings of the person who runs this. */
function machine(home) {
  const { PATH, LANG, JAVA_HOME } = process.env;
  return {
    PATH: `${join(node, '..')}:${PATH}`, LANG: LANG ?? 'C.UTF-8', HOME: home, ...(JAVA_HOME && { JAVA_HOME }),
    XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local/share'), XDG_CACHE_HOME: join(home, '.cache'), CI: 'true', NO_COLOR: '1',
  };
}

async function execute([command, ...args], env, cwd) {
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said = (said + chunk).slice(-20_000)));
  const late = setTimeout(() => stop(child), LONGEST);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  return { code, said };
}

/** Ends the client and what it started. */
function stop(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
