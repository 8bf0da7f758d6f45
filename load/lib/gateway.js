// Starts plimsoll serve, and the server that it calls over HTTP.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { folder, freePort, ManagedProcess } from '../../replicas/lib/managed-process.js';
import { HttpClient } from './client.js';

export const serverFile = fileURLToPath(new URL('../server.js', import.meta.url));
const PLIMSOLL = process.env.PLIMSOLL ?? fileURLToPath(new URL('../../plimsoll', import.meta.url));
let gatewayCount = 0;

/** Starts a server over HTTP. `url` is its endpoint; `many(n)` returns an endpoint with n other tools. */
export async function startServer() {
  const port = await freePort();
  const server = new ManagedProcess('the server over HTTP', port, [process.execPath, '--max-semi-space-size=64', serverFile, 'http', String(port)]);
  await server.start();
  const url = `http://127.0.0.1:${port}`;
  return Object.assign(server, { url: `${url}/mcp`, many: (tools) => `${url}/${tools}/mcp`, change: () => fetch(`${url}/change`).then((answer) => answer.text()) });
}

export const stdioServer = [process.execPath, serverFile, 'stdio'];

/** Starts a gateway with Java options; `configure` replaces its configuration while it runs. */
export async function startGateway(configuration, javaOptions = '') {
  const port = await freePort();
  const directory = join(folder, `gateway-${(gatewayCount += 1)}`);
  mkdirSync(directory);
  const file = join(directory, 'plimsoll.json');
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${url}/health/live`).then((response) => response.ok, () => false);
  const command = [PLIMSOLL, 'serve', '--config', file, '--data', join(directory, 'data')];
  const gateway = new ManagedProcess('plimsoll serve', port, command, isReady, { PLIMSOLL_JAVA_OPTS: javaOptions });
  gateway.configure = (changes) => {
    const settings = { listen: `127.0.0.1:${port}`, ...configuration, ...changes };
    writeFileSync(`${file}.new`, JSON.stringify(settings, null, 1));
    renameSync(`${file}.new`, file);
  };
  gateway.configure({});
  const start = performance.now();
  await gateway.start();
  return Object.assign(gateway, { url, directory, millis: performance.now() - start, data: join(directory, 'data'), web: (token) => new HttpClient(url, token) });
}
