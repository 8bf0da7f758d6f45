// Runs the client of each SDK with the server of each SDK: directly, through `plimsoll run`, and through `plimsoll serve`.
// node run.js [NAME…] tests only these SDKs. The environment variable PLIMSOLL selects the program to test.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { checkThroughPlimsoll, checkDirect } from './lib/check.js';
import { isInstalled, sdks } from './lib/sdks.js';

const LIMIT_MILLIS = 90_000;
const sdksFolder = dirname(fileURLToPath(import.meta.url));
const plimsoll = process.env.PLIMSOLL ?? join(sdksFolder, '..', '..', 'plimsoll');
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-sdks-'));
const environment = {
  ...process.env,
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_DATA_HOME: join(folder, 'data'),
  PYTHONDONTWRITEBYTECODE: '1',
};
const processes = [];
process.on('exit', () => {
  for (const child of processes) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !sdks.some((sdk) => sdk.name === name));
if (unknown.length > 0) {
  console.error(`sdks: unknown SDK ${unknown.join(', ')}; one of ${sdks.map((sdk) => sdk.name).join(', ')}`);
  process.exit(2);
}
const selected = sdks.filter((sdk) => requested.length === 0 || requested.includes(sdk.name)).filter((sdk) => {
  if (isInstalled(sdk.needs)) return true;
  console.log(`sdks: skipped ${sdk.name}: ${sdk.needs} is not installed`);
  return false;
});
if (selected.length === 0) {
  console.error('sdks: no SDK is installed');
  process.exit(1);
}

/** Runs a client until it ends with exit code 0, and returns its report. */
async function runClient(sdk, ...args) {
  const [program, ...clientArgs] = sdk.client;
  const child = spawn(program, [...clientArgs, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  let out = '';
  let errors = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-20_000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MILLIS);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  assert.equal(signal ?? code, 0, `the client ended with ${signal ?? code}: ${errors.slice(-3_000)}`);
  return JSON.parse(out);
}

let passed = 0;
async function scenario(name, body) {
  const start = performance.now();
  try {
    await body();
  } catch (error) {
    console.log(`sdks: FAILED: ${name}`);
    console.error(String(error.stack ?? error).slice(0, 8_000));
    process.exit(1);
  }
  passed += 1;
  console.log(`sdks: ${name.padEnd(60)} ${String(Math.round(performance.now() - start)).padStart(6)} ms`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server over HTTP, and returns its URL when it answers. */
async function startServer(sdk) {
  const port = await freePort();
  const [program, ...args] = sdk.server;
  const child = spawn(program, [...args, String(port)], { stdio: 'ignore', env: environment });
  processes.push(child);
  const url = `http://127.0.0.1:${port}${sdk.path}`;
  for (let i = 0; i < 300; i += 1) {
    try {
      await fetch(url, { method: 'DELETE', signal: AbortSignal.timeout(2_000) });
      return url;
    } catch {
      assert.equal(child.exitCode, null, `the server ${sdk.name} has ended`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`the server ${sdk.name} does not listen`);
}

/** Starts `plimsoll serve` in front of all servers, and returns the URL of its endpoints. */
async function startGateway(servers) {
  const file = join(folder, 'plimsoll.json');
  writeFileSync(file, JSON.stringify({ listen: '127.0.0.1:0', servers }));
  const child = spawn(plimsoll, ['serve', '--config', file, '--data', join(folder, 'serve')], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: environment,
  });
  processes.push(child);
  let log = '';
  child.stderr.on('data', (chunk) => (log = (log + chunk).slice(-100_000)));
  for (let i = 0; i < 600; i += 1) {
    const found = /serving at=(http:\S+\/mcp)\s/.exec(log);
    if (found) return found[1];
    assert.equal(child.exitCode, null, log);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`plimsoll serve does not listen: ${log}`);
}

for (const sdk of selected) {
  await scenario(`${sdk.name} is installed`, async () => sdk.install());
}
const directReports = new Map();
for (const server of selected) {
  await scenario(`${server.name} without Plimsoll`, async () => {
    const report = await runClient(server, 'stdio', ...server.server);
    checkDirect(report);
    directReports.set(server.name, report);
  });
}
for (const client of selected) {
  for (const server of selected) {
    await scenario(`run: client ${client.name}, server ${server.name}`, async () => {
      const report = await runClient(client, 'stdio', plimsoll, 'run', '--', ...server.server);
      checkThroughPlimsoll(report, directReports.get(server.name));
    });
  }
}
const servers = {};
for (const sdk of selected) {
  servers[`${sdk.name}-stdio`] = { command: sdk.server };
  servers[`${sdk.name}-http`] = { url: await startServer(sdk) };
}
const url = await startGateway(servers);
for (const client of selected) {
  for (const name of Object.keys(servers)) {
    await scenario(`serve: client ${client.name}, server ${name}`, async () => {
      checkThroughPlimsoll(await runClient(client, 'http', `${url}/${name}`), directReports.get(name.replace(/-[^-]*$/, '')));
    });
  }
}
for (const client of selected.filter((sdk) => sdk.hasSse)) {
  for (const server of selected) {
    await scenario(`serve, HTTP+SSE: client ${client.name}, server ${server.name}`, async () => {
      const report = await runClient(client, 'sse', `${url.replace(/mcp$/, 'sse')}/${server.name}-stdio`);
      checkThroughPlimsoll(report, directReports.get(server.name));
    });
  }
}
console.log(`sdks: ${passed} scenarios passed`);
process.exit(0);
