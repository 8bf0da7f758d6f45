// Runs scenarios and prints one line for each on standard output. The first failure ends the run.

import process from 'node:process';
import { within } from '../../replicas/lib/time-limit.js';

const SCENARIO_TIMEOUT_MILLIS = 120_000;
const GROUP_TIMEOUT_MILLIS = 10 * SCENARIO_TIMEOUT_MILLIS;
const selected = process.argv[2] ?? '';
let passed = 0;
let skipped = 0;
let startedGroups = 0;
let openConnections = [];

/** Runs scenarios that share connections. Closing the connections is the last scenario. */
export async function group(name, body) {
  if (!name.includes(selected.split('/')[0])) return;
  startedGroups += 1;
  const scenario = (scenarioName, run, timeoutMillis) => attempt(`${name}/${scenarioName}`, run, timeoutMillis);
  await attempt(`${name}/starts`, () => body(scenario), GROUP_TIMEOUT_MILLIS, true);
  const connections = openConnections;
  openConnections = [];
  await attempt(`${name}/ends within 2 s, only protocol messages on standard output`, async () => {
    for (const connection of connections) await connection.end();
  });
}

/** Reports a group that cannot run on this machine. */
export function skip(name, reason) {
  skipped += 1;
  console.log(`skipped ${name} (${reason})`);
}

/** Registers a connection or process, which `group` ends. */
export function register(connection) {
  openConnections.push(connection);
  return connection;
}

async function attempt(name, run, timeoutMillis = SCENARIO_TIMEOUT_MILLIS, isSilent = false) {
  const start = performance.now();
  try {
    await within(timeoutMillis, run());
  } catch (error) {
    if (!error.reported) reportFailure(name, error);
    error.reported = true;
    throw error;
  }
  if (isSilent) return;
  passed += 1;
  const millis = Math.round(performance.now() - start);
  console.log(`clients: ${name.padEnd(72)} ${String(millis).padStart(6)} ms`);
}

function reportFailure(name, error) {
  console.log(`clients: FAILED: ${name}`);
  console.error(shortenLines(String(error.stack ?? error)));
  for (const connection of openConnections) {
    if (connection.log) console.error(`--- last output of ${connection.name}\n${connection.log().slice(-4_000)}`);
  }
}

/** Shortens long texts: lines can have megabytes. */
function shortenLines(text) {
  const lines = text.split('\n').slice(0, 100);
  return lines.map((line) => (line.length > 1_000 ? `${line.slice(0, 600)} … ${line.slice(-300)}` : line)).join('\n');
}

/** Runs all groups, prints the result, and sets the exit code. */
export async function finish(run) {
  try {
    await run();
  } catch (error) {
    if (!error.reported) console.error(error);
    process.exitCode = 1;
    await Promise.allSettled(openConnections.map((connection) => connection.abandon()));
    return;
  }
  if (startedGroups === 0) {
    console.error(`clients: unknown group '${selected}'`);
    process.exitCode = 2;
    return;
  }
  if (passed === 0 && skipped === 0) {
    console.error(`clients: no scenario of '${selected}' ran`);
    process.exitCode = 2;
    return;
  }
  console.log(`clients: ${passed} scenarios passed, ${skipped} groups skipped`);
}
