// Runs the clients, or those that are named, and prints what their models read: node run.js [--write] [--start] [NAME…]
// Each client calls five tools, directly and through Plimsoll. --write stores the figures, which the documents show.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { clients, here } from './lib/clients.js';
import { install } from './lib/install.js';
import { differences, differentPrograms, measure, mistaken, wrong } from './lib/measure.js';
import { start } from './lib/start.js';
import { tools } from './lib/results.js';

const recordings = join(here, 'recordings.json');
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, start: { type: 'boolean' }, tool: { type: 'string' } },
});
const unknown = names.filter((name) => !clients.some((client) => client.name === name));
if (unknown.length > 0) {
  console.error(`agents: unknown client ${unknown.join(', ')}; one of ${clients.map((client) => client.name).join(', ')}`);
  process.exit(2);
}
const recorded = existsSync(recordings) ? JSON.parse(readFileSync(recordings, 'utf8')) : { clients: [] };
const faults = [];
const note = (fault) => {
  faults.push(fault);
  console.log(`agents: FAILED: ${fault}`);
};

if (options.start) {
  recorded.start = await start();
  console.log(`agents: ${JSON.stringify(recorded.start)}`);
}
const kinds = Object.keys(tools).filter((tool) => !options.tool || tool === options.tool);
for (const client of options.start && names.length === 0 ? [] : clients) {
  if (names.length > 0 && !names.includes(client.name)) continue;
  install(client);
  const results = {};
  let known = {};
  for (const tool of kinds) {
    const [direct, guarded] = await Promise.all([measure(client, tool, false), measure(client, tool, true)]);
    for (const fault of wrong(tool, guarded)) note(`${client.name}: ${tool}: ${fault}`);
    known = { ...known, ...guarded.client };
    results[tool] = { direct: direct.figures, plimsoll: guarded.figures };
    console.log(`agents: ${client.name.padEnd(14)} ${tool.padEnd(7)} ${shown(direct.figures)} -> ${shown(guarded.figures)}`);
  }
  for (const fault of await mistaken(client)) note(`${client.name}: ${fault}`);
  if (client.program) {
    for (const fault of await differentPrograms(client)) note(`${client.name}: ${fault}`);
  }
  const entry = { name: client.name, label: client.label, version: client.version(), sends: known.name, revision: known.revision, results };
  const before = recorded.clients.find((each) => each.name === client.name);
  if (options.write) {
    recorded.clients = clients.map(({ name }) => (name === client.name ? entry : recorded.clients.find((each) => each.name === name))).filter(Boolean);
    store();
  } else {
    for (const fault of differences(before, entry)) note(`${client.name}: ${fault}; --write stores new figures`);
  }
}
if (options.write) store();
if (faults.length > 0) {
  console.error(`agents: ${faults.length} statements are wrong`);
  process.exit(1);
}
console.log('agents: all statements hold');

function store() {
  writeFileSync(recordings, `${JSON.stringify(recorded, null, 2)}\n`);
}

function shown(readings) {
  if (readings.length === 0) return 'nothing';
  return readings.map(({ tokens, images, lost }) => `${tokens}${images ? ` + ${images} image` : ''}${lost ? ' (lost)' : ''}`).join(', ');
}
