// Runs all clients, or the named ones, and prints the figures of what their models read: node run.js [--write] [--start] [NAME…]
// Each client calls five tools, directly and through Plimsoll. --write stores the figures, which the documents show.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { agentsFolder, clients } from './lib/clients.js';
import { install } from './lib/install.js';
import { checkMistakes, compareProgramRuns, differences, findErrors, measure } from './lib/measure.js';
import { measureStarts } from './lib/start-time.js';
import { tools } from './lib/results.js';

const recordings = join(agentsFolder, 'recordings.json');
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
const errors = [];
const addError = (error) => {
  errors.push(error);
  console.log(`agents: FAILED: ${error}`);
};

if (options.start) {
  recorded.start = await measureStarts();
  console.log(`agents: ${JSON.stringify(recorded.start)}`);
}
const selectedTools = Object.keys(tools).filter((tool) => !options.tool || tool === options.tool);
for (const client of options.start && names.length === 0 ? [] : clients) {
  if (names.length > 0 && !names.includes(client.name)) continue;
  install(client);
  const results = {};
  let clientInfo = {};
  for (const tool of selectedTools) {
    const [direct, guarded] = await Promise.all([measure(client, tool, false), measure(client, tool, true)]);
    for (const error of findErrors(tool, guarded)) addError(`${client.name}: ${tool}: ${error}`);
    clientInfo = { ...clientInfo, ...guarded.client };
    results[tool] = { direct: direct.figures, plimsoll: guarded.figures };
    console.log(`agents: ${client.name.padEnd(14)} ${tool.padEnd(7)} ${describe(direct.figures)} -> ${describe(guarded.figures)}`);
  }
  for (const error of await checkMistakes(client)) addError(`${client.name}: ${error}`);
  if (client.program) {
    for (const error of await compareProgramRuns(client)) addError(`${client.name}: ${error}`);
  }
  const entry = { name: client.name, label: client.label, version: client.version(), sends: clientInfo.name, revision: clientInfo.revision, results };
  const recordedClient = recorded.clients.find((each) => each.name === client.name);
  if (options.write) {
    recorded.clients = clients.map(({ name }) => (name === client.name ? entry : recorded.clients.find((each) => each.name === name))).filter(Boolean);
    storeFigures();
  } else {
    for (const error of differences(recordedClient, entry)) addError(`${client.name}: ${error}; --write stores new figures`);
  }
}
if (options.write) storeFigures();
if (errors.length > 0) {
  console.error(`agents: ${errors.length} errors`);
  process.exit(1);
}
console.log('agents: all checks passed');

function storeFigures() {
  writeFileSync(recordings, `${JSON.stringify(recorded, null, 2)}\n`);
}

function describe(figures) {
  if (figures.length === 0) return 'nothing';
  return figures.map(({ tokens, images, lost }) => `${tokens}${images ? ` + ${images} image` : ''}${lost ? ' (lost)' : ''}`).join(', ');
}
