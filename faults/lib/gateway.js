// ./plimsoll serve with two callers and an administrator, and its use of memory, threads, and files.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { add, freePort, place } from './processes.js';

const here = fileURLToPath(new URL('.', import.meta.url));
export const PLIMSOLL = process.env.PLIMSOLL ?? join(here, '../../plimsoll');
export const SERVER = [process.execPath, join(here, 'server.js')];
export const CALLERS = ['ada', 'bob'];
export const bearer = (caller) => ({ Authorization: `Bearer the-token-of-${caller}-is-long-enough-for-anybody` });

const tokens = [...CALLERS, 'ops'].map((id) => ({
  id,
  tier: id === 'ops' ? 'admin' : 'read',
  hash: `sha256:${createHash('sha256').update(bearer(id).Authorization.slice('Bearer '.length)).digest('hex')}`,
}));

let made = 0;

/** Configures a gateway without starting it. `before` is a command that starts it, such as prlimit with its arguments. */
export async function gateway({ settings = {}, servers = {}, before = [], options = '', env = {} } = {}) {
  const port = await freePort();
  const healthPort = await freePort();
  made += 1;
  const dir = place(`gateway-${made}`);
  const file = join(dir, 'plimsoll.json');
  const data = join(dir, 'data');
  const at = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${at}/health/ready`, { signal: AbortSignal.timeout(5000) }).then((response) => response.ok, () => false);
  const command = [...before, PLIMSOLL, 'serve', '--config', file, '--data', settings.data ?? data];
  const it = add(`gateway ${made}`, port, command, isReady, { PLIMSOLL_JAVA_OPTS: options, ...env });
  Object.assign(it, { at, healthAt: `http://127.0.0.1:${healthPort}`, dir, data: settings.data ?? data });
  const { data: _, ...others } = settings;
  writeFileSync(file, JSON.stringify({
    listen: `127.0.0.1:${port}`,
    healthListen: `127.0.0.1:${healthPort}`,
    servers: { harbour: { command: SERVER, timeouts: { request: '2s', start: '20s' } }, ...servers },
    auth: { tokens },
    ...others,
  }));
  return it;
}

export async function startGateway(how) {
  const it = await gateway(how);
  await it.start();
  return it;
}

/** Returns /health as an administrator sees it. */
export const health = async ({ at }) => (await fetch(`${at}/health`, { headers: bearer('ops') })).json();

/** Returns the resident memory now and its maximum in MB, threads, and files. */
export function usage({ child: { pid } }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))[1]);
  return { mb: Math.round(number('VmRSS') / 1024), peak: Math.round(number('VmHWM') / 1024), threads: number('Threads'), files: readdirSync(`/proc/${pid}/fd`).length };
}

export const describe = ({ mb, peak, threads, files }) => `memory ${mb} MB (peak ${peak} MB), ${threads} threads, ${files} files`;
