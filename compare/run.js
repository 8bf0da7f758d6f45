// Measures peers side by side: run.js [TABLE…] [--peers A,B] [--rounds N] [--quick] [--write] [--out FILE], or run.js --diff FILE, or run.js --render. See README.md.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { changes } from './lib/checks.js';
import { sources } from './lib/columns.js';
import { differences } from './lib/differences.js';
import { folder } from './lib/paths.js';
import { machine, published, write } from './lib/published.js';
import { load } from './lib/processes.js';
import { publish, render, renderPage, stalePages } from './lib/render.js';
import { isInstalled, versionOf } from './lib/versions.js';
import { commandOf, upstream } from './lib/run.js';
import { prepareTokens } from './lib/tokens.js';
import { peers } from './peers/index.js';

const TABLES = ['honesty', 'answers', 'speed', 'programs', 'isolation'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { peers: { type: 'string' }, rounds: { type: 'string', default: '3' }, write: { type: 'boolean' }, out: { type: 'string' }, quick: { type: 'boolean' }, diff: { type: 'string' }, render: { type: 'boolean' } },
});
if (values.diff) {
  compareFile(values.diff);
  process.exit(0);
}
if (values.render) {
  renderPage(published());
  process.exit(0);
}
const tables = positionals.length > 0 ? positionals : TABLES;
check('table', tables, TABLES);
const names = values.peers?.split(',') ?? peers.map(({ name }) => name);
check('peer', names, peers.map(({ name }) => name));
if (values.quick && values.write) fail('--write needs a whole run, without --quick');
if (!/^[1-9]\d?$/.test(values.rounds)) fail(`--rounds must be a number from 1 to 99, not ${values.rounds}`);

await prepareTokens();
const before = published();
const all = structuredClone(before);
all.peers = { ...before.peers, ...describe() };
const measured = peers.filter((peer) => names.includes(peer.name) && all.peers[peer.name].version !== null);
let failures = 0;
for (const table of tables) {
  const { measureAll } = await import(`./tables/${table}.js`);
  const begun = Date.now();
  const start = machine();
  console.log(`\n## ${table}\n`);
  const those = measured.filter(({ only }) => !only || only.includes(table));
  const results = await measureAll(those, { rounds: Number(values.rounds), isQuick: values.quick === true, report: (text) => console.log(`compare: ${table}: ${text}`) });
  const old = values.quick ? {} : (before.tables[table]?.results ?? {});
  all.tables[table] = {
    command: `compare/run ${table}${values.rounds === '3' ? '' : ` --rounds ${values.rounds}`}`, machine: { ...start, loadAverageAfter: load() }, seconds: Math.round((Date.now() - begun) / 1000),
    results: names.length === peers.length ? results : { ...old, ...results },
  };
  for (const shown of [table, ...Object.keys(sources).filter((name) => sources[name] === table)]) console.log(`\n${render(shown, all)}`);
  const lines = values.quick ? changes(table, before, all, expected(table, those)) : differences(table, before, all);
  if (lines.length > 0) console.log(lines.join('\n'));
  if (values.quick) failures += lines.length;
}
if (values.out) write(all, values.out);
if (values.write) publish(all, tables);
if (values.quick) {
  const stale = stalePages(before);
  failures += stale.length;
  if (stale.length > 0) console.log(stale.join('\n'));
  console.log(`compare: ${failures === 0 ? 'all as published' : `${failures} FAILED`}`);
}
process.exit(failures === 0 ? 0 : 1);

/** The results that a table must have. */
function expected(table, those) {
  const forms = { speed: ['defaults'], isolation: ['defaults'], programs: ['programs'] }[table];
  return those.filter(({ isClient, name }) => (!isClient || !forms) && (table !== 'programs' || name === 'plimsoll')).flatMap((peer) => (forms ?? peer.forms).map((form) => `${peer.name} ${form}`));
}

function check(what, given, allowed) {
  const unknown = given.filter((each) => !allowed.includes(each));
  if (unknown.length > 0) fail(`no such ${what}: ${unknown.join(', ')}; there are ${allowed.join(', ')}`);
}

function fail(reason) {
  console.error(`compare: ${reason}`);
  process.exit(2);
}

/** Says how the data of a file, which --out wrote, differs from the published data. */
function compareFile(file) {
  let data;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    fail(`--diff: ${file}: ${error.message}`);
  }
  if (!data.tables) fail(`--diff: ${file} has no tables: it must be a file of --out`);
  for (const table of TABLES.filter((name) => data.tables[name])) console.log(differences(table, published(), data).join('\n'));
}

/** Describes the peers of this run: version and command, or why they are left out. */
function describe() {
  const found = {};
  for (const peer of peers.filter(({ name }) => names.includes(name))) {
    const commands = Object.fromEntries(peer.forms.map((form) => {
      const { command, args } = commandOf(peer, form, upstream('SERVER.js'));
      return [form, [command, ...args].map((word) => word.replaceAll(folder, '').replace(/.*\/(?=[^/]+$)/, '')).join(' ')];
    }));
    const present = isInstalled(peer);
    if (!present) console.log(`compare: without ${peer.name}: it is not installed; compare/install says why`);
    found[peer.name] = { title: peer.title, package: peer.install?.package ?? null, origin: peer.install?.origin ?? null, version: present ? versionOf(peer) : null, commands, tuned: peer.tunedHow ?? null };
  }
  return found;
}
