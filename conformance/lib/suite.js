// Runs the official suite: scenarios of a revision, and the outcomes of their checks.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { environment, folder, suite } from './paths.js';

/** All scenarios of a revision take a minute or two. */
const SLOWEST = 20 * 60_000;

const program = join(suite, 'dist', 'index.js');

export const { version } = JSON.parse(readFileSync(join(suite, 'package.json')));

/** Runs the suite and returns its output. The exit code adds nothing to the checks. */
async function run(args, environmentToo = {}) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...environmentToo }, timeout: SLOWEST, killSignal: 'SIGKILL' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await once(child, 'close');
  if (child.signalCode !== null) throw new Error(`the suite ended by ${child.signalCode}, or exceeded ${SLOWEST / 60_000} minutes:\n${said}`);
  return said;
}

/** Returns the scenarios for servers and clients in a revision: {server: [name…], client: […], unscored: Set}. */
export async function requirements(revision) {
  const [scored, rest] = (await run(['list', '--requirements', revision])).split('Run and reported, but never scored:');
  const [servers, clients] = scored.split('Client scenarios');
  const names = (text) => [...text.matchAll(/^ +- (\S+)/gm)].map((found) => found[1]);
  const unscored = [...rest.matchAll(/^ +- (\S+) \[(\w+)\]/gm)].map(([, name, side]) => ({ name, side }));
  const of = (side, list) => [...names(list), ...unscored.filter((each) => each.side === side).map((each) => each.name)];
  return { server: of('server', servers), client: of('client', clients), unscored: new Set(unscored.map((each) => each.name)) };
}

/** Counts the outcomes of each check in a scenario: Map of id to {SUCCESS: n, FAILURE: n, …}. */
function counted(file) {
  const checks = new Map();
  for (const { id, status, errorMessage } of JSON.parse(readFileSync(file))) {
    const counts = checks.get(id) ?? { why: [] };
    counts[status] = (counts[status] ?? 0) + 1;
    if (errorMessage) counts.why.push(errorMessage);
    checks.set(id, counts);
  }
  return checks;
}

/** Reads the results in a folder: Map of scenario to its checks. */
function results(out) {
  const found = new Map();
  for (const name of readdirSync(out, { recursive: true })) {
    const scenario = /^(?:server-)?(.+?)-\d{4}-\d\d-\d\dT[^/]*\/checks\.json$/.exec(name)?.[1];
    if (scenario !== undefined) found.set(scenario, counted(join(out, name)));
  }
  return found;
}

const output = () => mkdtempSync(join(folder, 'results-'));

/** Runs all server scenarios of a revision, or all applicable ones if the revision has no list. */
export async function runServerScenarios(url, revision, listed) {
  const out = output();
  const which = listed ? ['--requirements', revision] : ['--suite', 'active', '--spec-version', revision];
  const said = await run(['server', '--url', url, ...which, '-o', out]);
  const found = results(out);
  if (found.size === 0) throw new Error(`the suite ran no scenario:\n${said}`);
  return found;
}

/** Runs one scenario again. */
export async function rerunServerScenario(url, revision, scenario) {
  const out = output();
  await run(['server', '--url', url, '--scenario', scenario, '--spec-version', revision, '--force', '-o', out]);
  return results(out).get(scenario);
}

/** Runs one client scenario; `command` gets the URL of a server as its last argument. */
export async function client(command, revision, scenario) {
  const out = output();
  const said = await run(['client', '--command', command, '--scenario', scenario, '--spec-version', revision, '--force', '--timeout', '60000', '-o', out]);
  return { checks: results(out).get(scenario) ?? new Map(), said };
}

export const passes = (checks) => [...checks.values()].reduce((sum, counts) => sum + (counts.SUCCESS ?? 0), 0);
export const failures = (checks) => [...checks.values()].reduce((sum, counts) => sum + (counts.FAILURE ?? 0) + (counts.WARNING ?? 0), 0);
