// Starts ./plimsoll serve with two callers and an administrator, and measures its memory, threads, and files.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createFolder, createProcess, freePort } from './processes.js';

const libFolder = fileURLToPath(new URL('.', import.meta.url));
export const PLIMSOLL = process.env.PLIMSOLL ?? join(libFolder, '../../plimsoll');
export const SERVER = [process.execPath, join(libFolder, 'server.js')];
export const CALLERS = ['ada', 'bob'];
export const bearer = (caller) => ({ Authorization: `Bearer the-token-of-${caller}-for-tests-of-faults` });

const tokens = [...CALLERS, 'ops'].map((id) => ({
  id,
  tier: id === 'ops' ? 'admin' : 'read',
  hash: `sha256:${createHash('sha256').update(bearer(id).Authorization.slice('Bearer '.length)).digest('hex')}`,
}));

let gatewayCount = 0;

/** Creates a gateway without starting it. `before` is a command before that of the gateway, such as prlimit with its arguments. */
export async function createGateway({ settings = {}, servers = {}, before = [], options = '', env = {} } = {}) {
  const port = await freePort();
  const healthPort = await freePort();
  gatewayCount += 1;
  const directory = createFolder(`gateway-${gatewayCount}`);
  const file = join(directory, 'plimsoll.json');
  const data = join(directory, 'data');
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then((response) => response.ok, () => false);
  const command = [...before, PLIMSOLL, 'serve', '--config', file, '--data', settings.data ?? data];
  const gateway = createProcess(`gateway ${gatewayCount}`, port, command, isReady, { PLIMSOLL_JAVA_OPTS: options, ...env });
  Object.assign(gateway, { url, healthUrl: `http://127.0.0.1:${healthPort}`, directory, data: settings.data ?? data });
  const { data: _, ...otherSettings } = settings;
  writeFileSync(file, JSON.stringify({
    listen: `127.0.0.1:${port}`,
    healthListen: `127.0.0.1:${healthPort}`,
    servers: { harbour: { command: SERVER, timeouts: { request: '2s', start: '20s' } }, ...servers },
    auth: { tokens },
    ...otherSettings,
  }));
  return gateway;
}

export async function startGateway(configuration) {
  const gateway = await createGateway(configuration);
  await gateway.start();
  return gateway;
}

/** Returns the JSON of /health for the administrator. */
export const health = async ({ url }) => (await fetch(`${url}/health`, { headers: bearer('ops') })).json();

/** Returns the current and maximum resident memory in MB, and the numbers of threads and open files. */
export function usage({ child: { pid } }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))[1]);
  return { mb: Math.round(number('VmRSS') / 1024), peak: Math.round(number('VmHWM') / 1024), threads: number('Threads'), files: readdirSync(`/proc/${pid}/fd`).length };
}

export const describe = ({ mb, peak, threads, files }) => `memory ${mb} MB (peak ${peak} MB), ${threads} threads, ${files} files`;
