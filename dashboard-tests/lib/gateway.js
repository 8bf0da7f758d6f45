// plimsoll serve with a test server, on a free port and with a temporary folder.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const PLIMSOLL = process.env.PLIMSOLL ?? join(here, '../../plimsoll');

/**
 * Starts the gateway; `more` adds to its configuration. `call` calls a tool over REST, and `close` returns the
 * milliseconds until the end.
 */
export async function serve(more = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-dashboard-'));
  const config = {
    data: join(folder, 'data'),
    servers: { harbour: { command: process.execPath, args: [join(here, 'server.js')] } },
    policy: { estimatorSampling: '100%' },
    ...more,
  };
  const file = join(folder, 'plimsoll.json');
  await writeFile(file, JSON.stringify(config));
  const child = spawn(PLIMSOLL, ['serve', '--config', file, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  const base = await new Promise((resolve, reject) => {
    child.stderr.on('data', (bytes) => {
      output += bytes;
      const found = /at=(http:\/\/[^/]+)\/mcp\s/.exec(output);
      if (found) resolve(found[1]);
    });
    child.on('exit', () => reject(new Error(`plimsoll serve ended: ${output}`)));
  });
  return {
    base,
    /** Writes the configuration again with other settings. */
    configure: (other) => writeFile(file, JSON.stringify({ ...config, ...other })),
    /** Runs another command on the same data folder. */
    plimsoll: (...args) => new Promise((resolve, reject) => {
      spawn(PLIMSOLL, [...args, '--config', file], { stdio: 'ignore' }).on('exit', (status) => (status === 0 ? resolve() : reject(new Error(`${args}: ${status}`))));
    }),
    async call(tool, token, args = {}) {
      const response = await fetch(`${base}/api/v1/tools/harbour/${tool}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(args),
      });
      return response.json();
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const began = Date.now();
      child.kill();
      const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
      await ended;
      clearTimeout(late);
      await rm(folder, { recursive: true, force: true });
      return Date.now() - began;
    },
  };
}
