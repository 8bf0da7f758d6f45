// plimsoll serve with a configuration, and the server that it calls over HTTP.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { folder, freePort, ManagedProcess } from '../../replicas/lib/managed-process.js';
import { Web } from './client.js';

export const serverFile = fileURLToPath(new URL('../server.js', import.meta.url));
const PLIMSOLL = process.env.PLIMSOLL ?? fileURLToPath(new URL('../../plimsoll', import.meta.url));
let places = 0;

/** A server over HTTP; `url` has the usual tools, `many(n)` n other tools. */
export async function startServer() {
  const port = await freePort();
  const server = new ManagedProcess('the server over HTTP', port, [process.execPath, '--max-semi-space-size=64', serverFile, 'http', String(port)]);
  await server.start();
  const at = `http://127.0.0.1:${port}`;
  return Object.assign(server, { url: `${at}/mcp`, many: (tools) => `${at}/${tools}/mcp`, change: () => fetch(`${at}/change`).then((answer) => answer.text()) });
}

export const stdioServer = [process.execPath, serverFile, 'stdio'];

/** Starts a gateway with Java options; `configure` replaces its configuration while it runs. */
export async function startGateway(configuration, java = '') {
  const port = await freePort();
  const place = join(folder, `gateway-${(places += 1)}`);
  mkdirSync(place);
  const file = join(place, 'plimsoll.json');
  const at = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${at}/health/live`).then((response) => response.ok, () => false);
  const command = [PLIMSOLL, 'serve', '--config', file, '--data', join(place, 'data')];
  const gateway = new ManagedProcess('plimsoll serve', port, command, isReady, { PLIMSOLL_JAVA_OPTS: java });
  gateway.configure = (changes) => {
    const whole = { listen: `127.0.0.1:${port}`, ...configuration, ...changes };
    writeFileSync(`${file}.new`, JSON.stringify(whole, null, 1));
    renameSync(`${file}.new`, file);
  };
  gateway.configure({});
  const start = performance.now();
  await gateway.start();
  return Object.assign(gateway, { at, place, millis: performance.now() - start, data: join(place, 'data'), web: (token) => new Web(at, token) });
}
