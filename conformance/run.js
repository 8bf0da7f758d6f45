// Runs the official conformance suite on our test server, directly and through Plimsoll: node run.js [--write] [WAY]
// Each check must pass as often through Plimsoll as directly, unless known.json gives a reason.

import process from 'node:process';
import { clientRows } from './lib/clients.js';
import { differences, lost, reason, stale } from './lib/compare.js';
import { fixture, plimsoll } from './lib/paths.js';
import { write } from './lib/page.js';
import { end, gateway, startTestServer } from './lib/programs.js';
import { failures, passes, requirements, rerunServerScenario, runServerScenarios } from './lib/suite.js';

const writes = process.argv.includes('--write');
const only = process.argv.slice(2).find((each) => !each.startsWith('--')) ?? '';
const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];
// The suite lists the required scenarios of these revisions. For the first one, it runs all applicable scenarios.
const REVISIONS_WITH_REQUIREMENTS = REVISIONS.slice(1);
/** The suite waits only a short time for some messages, which can be late on a busy machine. */
const TRIES = 3;

/**
 * Starts the servers and gateways. Returns the ways to reach the test server: [name, URL]. In a name, off and on
 * are the protection.
 */
async function ways() {
  const [both, legacy, modern] = await Promise.all([startTestServer(), startTestServer('legacy'), startTestServer('modern')]);
  const behind = {
    stdio: { command: fixture('stdio') },
    http: { url: both },
    run: { command: [plimsoll, 'run', '--', ...fixture('stdio')] },
    'old-stdio': { command: fixture('stdio', 'legacy') },
    'old-http': { url: legacy },
    'new-stdio': { command: fixture('stdio', 'modern') },
    'new-http': { url: modern },
  };
  const [off, on] = await Promise.all([gateway('off', behind, { preset: 'off' }), gateway('on', behind)]);
  return [
    ['direct', both],
    ['off, stdio', `${off}/stdio`],
    ['off, HTTP', `${off}/http`],
    ['on, stdio', `${on}/stdio`],
    ['on, HTTP', `${on}/http`],
    ['on, run', `${on}/run`],
    ['on, stdio, server of 2025-11-25', `${on}/old-stdio`],
    ['on, HTTP, server of 2025-11-25', `${on}/old-http`],
    ['on, stdio, server of 2026-07-28', `${on}/new-stdio`],
    ['on, HTTP, server of 2026-07-28', `${on}/new-http`],
  ];
}

const describe = (checks) => checks.map(({ id, direct, through, why }) => `${id} passed ${through} times, directly ${direct}${why && `: ${why.slice(0, 300)}`}`).join('; ');

/** Runs the suite at a URL. Repeats scenarios in which fewer checks pass than directly, and prints that. */
async function runWithRetries(url, revision, way, direct) {
  const found = await runServerScenarios(url, revision, REVISIONS_WITH_REQUIREMENTS.includes(revision));
  for (const [scenario, checks] of direct ?? []) {
    for (let i = 1; i < TRIES && lost(checks, found.get(scenario)).length > 0 && !reason(revision, way, scenario); i += 1) {
      const again = await rerunServerScenario(url, revision, scenario);
      console.log(`conformance: ${revision}  ${way}: ${scenario}: try ${i + 1} because ${describe(lost(checks, found.get(scenario)))}`);
      if (again && lost(checks, again).length < lost(checks, found.get(scenario)).length) found.set(scenario, again);
    }
  }
  return found;
}

function printCounts(way, revision, found) {
  const sum = (of) => [...found.values()].reduce((total, checks) => total + of(checks), 0);
  console.log(`conformance: ${revision}  ${way.padEnd(34)} ${String(sum(passes)).padStart(4)} passed ${String(sum(failures)).padStart(4)} failed`);
}

/** All scored scenarios must pass directly; otherwise the comparison proves nothing. */
function directFailures(revision, direct, unscored) {
  return [...direct]
    .filter(([scenario, checks]) => !unscored.has(scenario) && (failures(checks) > 0 || passes(checks) === 0))
    .map(([scenario, checks]) => `${revision} ${scenario} fails directly: ${[...checks.values()].flatMap((counts) => counts.why).join('; ')}`);
}

async function serverSide() {
  const rows = [];
  const faults = [];
  const differing = [];
  const all = await ways();
  const chosen = all.filter(([way]) => way === 'direct' || way.includes(only));
  if (!all.some(([way]) => way.includes(only))) throw new Error(`no way's name contains "${only}"; the ways are: ${all.map(([way]) => way).join('; ')}; client`);
  for (const revision of REVISIONS) {
    const unscored = REVISIONS_WITH_REQUIREMENTS.includes(revision) ? (await requirements(revision)).unscored : new Set();
    let direct;
    for (const [way, url] of chosen) {
      const found = await runWithRetries(url, revision, way, direct);
      direct ??= found;
      printCounts(way, revision, found);
      rows.push({ revision, way, found, unscored });
      differing.push(...differences(revision, way, direct, found));
    }
    faults.push(...directFailures(revision, direct, unscored));
  }
  return { rows, differing, faults, chosen: chosen.map(([way]) => way) };
}

function unexplained({ revision, way, scenario, checks }) {
  const each = checks.map(({ id, direct, through, why }) => `  ${id}: passes ${through} times, directly ${direct}${why && `: ${why.slice(0, 600)}`}`);
  return [`${revision}, ${way}: ${scenario}`, ...each].join('\n');
}

async function main() {
  const { rows, differing, faults, chosen } = only === 'client' ? { rows: [], differing: [], faults: [], chosen: [] } : await serverSide();
  const clients = only === '' || only === 'client' ? await clientRows(REVISIONS_WITH_REQUIREMENTS) : [];
  faults.push(...clients.filter((row) => row.fault).map((row) => row.fault));
  faults.push(...differing.filter((each) => !each.reason).map(unexplained));
  if (only === '') faults.push(...stale(chosen).map((each) => `known.json explains a difference that does not exist: ${JSON.stringify(each)}`));
  faults.push(...(await end()));
  // a table needs all ways
  if (writes) write({ rows: only === '' ? rows : [], differing, clients });
  for (const fault of faults) console.error(`conformance: FAILED: ${fault}`);
  console.log(faults.length === 0 ? 'conformance: passed: same checks as directly, except for the known differences' : `conformance: FAILED: ${faults.length} differences or errors`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
  await end();
}
