// Calls servers of third parties with realistic data through plimsoll run: run.js [--write] [NAME…]. See README.md.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { check } from './lib/check.js';
import { missing, versionOf } from './lib/install.js';
import { folder } from './lib/paths.js';
import { open } from './lib/session.js';
import { print, writeTables } from './lib/table.js';

const SERVERS = ['git', 'sqlite', 'duckdb', 'redis', 'excel', 'markitdown', 'fetch', 'filesystem', 'memory', 'desktop-commander', 'eslint', 'chrome-devtools', 'playwright', 'gopls'];

/** The share of large results that must be told as what they are. */
const GOAL_PERCENT = 90;

const words = process.argv.slice(2);
const wanted = words.filter((word) => word !== '--write');
const unknown = wanted.filter((name) => !SERVERS.includes(name));
if (unknown.length > 0) {
  console.error(`zoo: no such server: ${unknown.join(', ')}; there are ${SERVERS.join(', ')}`);
  process.exit(2);
}

const rows = [];
const skipped = [];
for (const name of wanted.length > 0 ? wanted : SERVERS) {
  const { default: server } = await import(`./servers/${name}.js`);
  const reason = missing(server);
  if (reason) {
    skipped.push(name);
    console.log(`skipped ${name} (${reason})`);
  } else {
    rows.push(...(await visit(server)));
  }
}
const failed = rows.filter((row) => row.faults.length > 0);
const told = rows.filter((row) => row.isTold).length;
print(rows);
if (words.includes('--write') && wanted.length === 0 && failed.length === 0) writeTables(rows, skipped);
if (rows.length === 0) fail('no server was called');
else if (failed.length > 0) fail(`${failed.length} of ${rows.length} results failed`);
else if (told * 100 < rows.length * GOAL_PERCENT) fail(`only ${told} of ${rows.length} results are told as what they are`);

function fail(reason) {
  console.error(`zoo: FAILED: ${reason}`);
  process.exitCode = 1;
}

/** Starts a server, and checks its results. */
async function visit(server) {
  const place = join(folder, server.name);
  mkdirSync(place);
  const made = await server.prepare(place);
  const found = [];
  let session;
  try {
    session = await open(made, place);
    const version = versionOf(server);
    for (const one of made.cases) {
      const row = await check(session, one);
      found.push({ server: server.name, package: server.package, origin: server.origin, version, ...row });
      const state = row.faults.length > 0 ? 'FAILED' : row.isTold ? 'ok' : 'not told';
      console.log(`zoo: ${server.name.padEnd(18)} ${one.what.padEnd(46)} ${String(row.tokens).padStart(7)} tokens  ${state}`);
      row.faults.forEach((fault) => console.log(`       ${fault}`));
    }
  } catch (error) {
    console.error(`zoo: ${server.name}: ${error.stack ?? error}\n${session?.log() ?? ''}`);
    found.push({ server: server.name, what: 'all', tokens: 0, isTold: false, faults: [String(error.message ?? error)], kind: 'none', package: server.package });
  } finally {
    await session?.end();
    await made.end?.();
  }
  return found;
}
