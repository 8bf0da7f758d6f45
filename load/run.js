// Runs the load tests: node run.js [--short] [--write] [--minutes N] [--rate N] [NAME…]. Prints one line for each test, and tables.
// Writes all figures to load/target/load.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { closeAll, logs } from '../replicas/lib/managed-process.js';
import { rewriteTables } from './lib/page.js';
import { within } from '../replicas/lib/time-limit.js';
import { table } from './lib/statistics.js';
import { catalogue } from './scenarios/catalogue.js';
import { cursors } from './scenarios/cursors.js';
import { large } from './scenarios/large.js';
import { sessions } from './scenarios/sessions.js';
import { soak } from './scenarios/soak.js';

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false }, minutes: { type: 'string' }, rate: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const short = values.short;
const minutes = Number(values.minutes ?? (short ? 1 : 30));
const rate = Number(values.rate);
if (!(rate > 0)) throw new Error(`--rate must be a number above zero, got ${values.rate}`);
if (!(minutes > 0)) throw new Error(`--minutes must be a number above zero, got ${values.minutes}`);

/** Time limit of a scenario and of a test: the minutes of the soak test, and an hour for slow machines. */
const timeoutMillis = (minutes + 60) * 60_000;

const SCENARIOS = { soak, sessions, large, cursors, catalogue };
const selected = Object.entries(SCENARIOS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
if (selected.length === 0) throw new Error(`unknown scenario ${positionals.join(' ')}; one of ${Object.keys(SCENARIOS).join(', ')}`);

const start = performance.now();
const tests = [];
const tables = {};
const details = {};

async function test(name, run) {
  const testStart = performance.now();
  try {
    const figures = await within(timeoutMillis, run());
    tests.push({ name, passed: true, figures });
    console.log(`passed  ${name} (${figures}; ${Math.round(performance.now() - testStart)} ms)`);
  } catch (error) {
    tests.push({ name, passed: false, figures: error.message });
    console.error(`FAILED  ${name}\n${error.stack}`);
  }
}

function tabulate(name, head, rows) {
  tables[name] = table(head, rows);
  console.log(`\n${tables[name]}\n`);
}

try {
  for (const [name, scenario] of selected) {
    console.log(`load: ${name}`);
    await within(timeoutMillis, scenario({ test, tabulate, recordDetails: (scenarioName, figures) => (details[scenarioName] = figures), short, minutes, rate }));
  }
} catch (error) {
  tests.push({ name: 'the run completes', passed: false, figures: error.message });
  console.error(error.stack);
} finally {
  if (tests.some((each) => !each.passed)) console.error(logs());
  await closeAll();
}

const failed = tests.filter((each) => !each.passed).length;
const machine = `${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB`;
const outputFolder = new URL('target/', import.meta.url);
mkdirSync(outputFolder, { recursive: true });
writeFileSync(new URL('load.json', outputFolder), JSON.stringify({ at: new Date().toISOString(), machine, short, minutes, rate, tests, tables, details }, null, 1));
if (values.write && failed === 0) rewriteTables(tables, { machine, minutes });
console.log(`load: ${tests.length - failed} passed, ${failed} failed, in ${Math.round((performance.now() - start) / 1000)} s`);
process.exitCode = failed > 0 ? 1 : 0;
