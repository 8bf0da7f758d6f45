// Programs that serve until the run ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, fixture, folder, plimsoll } from './paths.js';

const STARTING = 60_000;
const ENDING = 15_000;
const started = [];

/** Starts a program; `ready` is a pattern with one group for the line that says where it serves. */
async function program(name, [command, ...args], ready) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  const running = { name, child, said: '', over: once(child, 'close') };
  started.push(running);
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`${name} ${why}:\n${running.said}`));
    const timer = setTimeout(() => fail('did not start'), STARTING);
    child.on('error', (error) => fail(String(error)));
    running.over.then(() => fail('has ended'));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        running.said = (running.said + chunk).slice(-100_000);
        const found = ready.exec(running.said);
        if (found) resolve((clearTimeout(timer), found[1]));
      });
    }
  });
}

/** Starts our test server over HTTP and returns its URL. */
export const startTestServer = (...eras) => program(`fixture ${eras}`, fixture('http', ...eras), /serving at (\S+)\n/);

/** Starts plimsoll serve and returns its URL; the endpoints of servers are below it. */
export function gateway(name, servers, configuration = {}) {
  const place = mkdtempSync(join(folder, 'serve-'));
  const file = join(place, 'plimsoll.json');
  writeFileSync(file, JSON.stringify({ listen: '127.0.0.1:0', servers, ...configuration }));
  const command = [plimsoll, 'serve', '--config', file, '--data', join(place, 'data')];
  return program(`plimsoll serve (${name})`, command, /serving at=(http:\S+\/mcp)\s/);
}

/** Ends all programs in reverse order and returns what went wrong. */
export async function end() {
  const faults = [];
  for (const { name, child, said, over } of started.reverse()) {
    if (/internal error/.test(said)) faults.push(`${name} had an internal error:\n${said}`);
    if (child.exitCode !== null) faults.push(`${name} ended unexpectedly:\n${said}`);
    const late = setTimeout(() => (faults.push(`${name} did not end`), child.kill('SIGKILL')), ENDING);
    child.kill('SIGTERM');
    await over;
    clearTimeout(late);
  }
  return faults;
}
