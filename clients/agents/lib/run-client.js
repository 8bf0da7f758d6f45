// Runs one client with one tool, directly or through Plimsoll. Returns what its model read and what the server sent.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { agentsFolder, node } from './clients.js';
import { Model } from './model.js';
import { readRecording } from './recording.js';

const TIMEOUT_MILLIS = Number(process.env.TIMEOUT_SECONDS ?? 120) * 1_000;
const plimsoll = process.env.PLIMSOLL ?? join(agentsFolder, '..', '..', 'plimsoll');

export async function runClient(client, tool, guarded, { mistakes, program } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-agent-'));
  const recording = join(home, 'recording.jsonl');
  const direct = [node, join(agentsFolder, 'server.js')];
  const throughPlimsoll = [plimsoll, 'run', '--data', join(home, 'data'), '--', ...direct];
  const server = [node, join(agentsFolder, 'lib', 'recording-proxy.js'), recording, ...(guarded ? throughPlimsoll : direct)];
  const model = new Model(tool, { mistakes, program });
  await model.start();
  try {
    const workFolder = join(home, 'work');
    mkdirSync(workFolder);
    const run = { model: model.url, server, home, runsPrograms: program !== undefined, prompt: `Call the tool ${tool} of the shop, and read on.` };
    const { command, env } = client.start(run);
    const { code, output } = await execute(command, { ...cleanEnvironment(home), ...env }, workFolder);
    return { readings: model.readings, ...readRecording(recording), code, output, errors: model.errors, requests: model.requests };
  } finally {
    await model.stop();
    if (!process.env.KEEP) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    else console.error(home);
  }
}

/** Returns environment variables without the user's settings. */
function cleanEnvironment(home) {
  const { PATH, LANG, JAVA_HOME } = process.env;
  return {
    PATH: `${join(node, '..')}:${PATH}`, LANG: LANG ?? 'C.UTF-8', HOME: home, ...(JAVA_HOME && { JAVA_HOME }),
    XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local/share'), XDG_CACHE_HOME: join(home, '.cache'), CI: 'true', NO_COLOR: '1',
  };
}

async function execute([command, ...args], env, cwd) {
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output = (output + chunk).slice(-20_000)));
  const killTimer = setTimeout(() => kill(child), TIMEOUT_MILLIS);
  const [code] = await once(child, 'close');
  clearTimeout(killTimer);
  return { code, output };
}

/** Ends the client and its child processes. */
function kill(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
