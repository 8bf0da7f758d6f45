// Calls servers of third parties with realistic data through plimsoll run: run.js [--write] [NAME…]. See README.md.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { check } from './lib/check.js';
import { reasonToSkip, versionOf } from './lib/install.js';
import { folder } from './lib/paths.js';
import { startSession } from './lib/session.js';
import { print, writeTables } from './lib/table.js';

const SERVERS = ['git', 'sqlite', 'duckdb', 'redis', 'excel', 'markitdown', 'fetch', 'filesystem', 'memory', 'desktop-commander', 'eslint', 'chrome-devtools', 'playwright', 'gopls'];

/** Minimum share of large results whose format must be recognized. */
const MIN_PERCENT = 90;

const args = process.argv.slice(2);
const selected = args.filter((word) => word !== '--write');
const unknown = selected.filter((name) => !SERVERS.includes(name));
if (unknown.length > 0) {
  console.error(`zoo: unknown server ${unknown.join(', ')}; one of ${SERVERS.join(', ')}`);
  process.exit(2);
}

const rows = [];
const skipped = [];
for (const name of selected.length > 0 ? selected : SERVERS) {
  const { default: server } = await import(`./servers/${name}.js`);
  const reason = reasonToSkip(server);
  if (reason) {
    skipped.push(name);
    console.log(`skipped ${name} (${reason})`);
  } else {
    rows.push(...(await checkServer(server)));
  }
}
const failed = rows.filter((row) => row.errors.length > 0);
const recognized = rows.filter((row) => row.isRecognized).length;
print(rows);
if (args.includes('--write') && selected.length === 0 && failed.length === 0) writeTables(rows, skipped);
if (rows.length === 0) fail('no server was called');
else if (failed.length > 0) fail(`${failed.length} of ${rows.length} results failed`);
else if (recognized * 100 < rows.length * MIN_PERCENT) fail(`only ${recognized} of ${rows.length} results have a recognized format`);

function fail(reason) {
  console.error(`zoo: FAILED: ${reason}`);
  process.exitCode = 1;
}

/** Starts a server, and checks its results. */
async function checkServer(server) {
  const serverFolder = join(folder, server.name);
  mkdirSync(serverFolder);
  const prepared = await server.prepare(serverFolder);
  const serverRows = [];
  let session;
  try {
    session = await startSession(prepared, serverFolder);
    const version = versionOf(server);
    for (const testCase of prepared.cases) {
      const row = await check(session, testCase);
      serverRows.push({ server: server.name, package: server.package, origin: server.origin, version, ...row });
      const state = row.errors.length > 0 ? 'FAILED' : row.isRecognized ? 'ok' : 'not recognized';
      console.log(`zoo: ${server.name.padEnd(18)} ${testCase.description.padEnd(46)} ${String(row.tokens).padStart(7)} tokens  ${state}`);
      row.errors.forEach((error) => console.log(`       ${error}`));
    }
  } catch (error) {
    console.error(`zoo: ${server.name}: ${error.stack ?? error}\n${session?.log() ?? ''}`);
    serverRows.push({ server: server.name, description: 'all', tokens: 0, isRecognized: false, errors: [String(error.message ?? error)], format: 'none', package: server.package });
  } finally {
    await session?.end();
    await prepared.end?.();
  }
  return serverRows;
}
