// Prints one line for each scenario on standard output; the first failure ends the run.

import process from 'node:process';
import { within } from '../../replicas/lib/time-limit.js';

const SLOWEST = 120_000;
const SLOWEST_GROUP = 10 * SLOWEST;
const only = process.argv[2] ?? '';
let passed = 0;
let skipped = 0;
let begun = 0;
let open = [];

/** Runs scenarios that share connections, and closes these at the end, which is a scenario too. */
export async function group(name, body) {
  if (!name.includes(only.split('/')[0])) return;
  begun += 1;
  const scenario = (what, tries, longest) => attempt(`${name}/${what}`, tries, longest);
  await attempt(`${name}/starts`, () => body(scenario), SLOWEST_GROUP, true);
  const connections = open;
  open = [];
  await attempt(`${name}/ends within 2 s, only protocol messages on standard output`, async () => {
    for (const connection of connections) await connection.end();
  });
}

/** Reports a group that cannot run on this machine. */
export function skip(name, reason) {
  skipped += 1;
  console.log(`skipped ${name} (${reason})`);
}

/** Registers a connection or process to be ended. */
export function register(connection) {
  open.push(connection);
  return connection;
}

async function attempt(name, tries, longest = SLOWEST, silent = false) {
  const start = performance.now();
  try {
    await within(longest, tries());
  } catch (error) {
    if (!error.reported) reportFailure(name, error);
    error.reported = true;
    throw error;
  }
  if (silent) return;
  passed += 1;
  const millis = Math.round(performance.now() - start);
  console.log(`clients: ${name.padEnd(72)} ${String(millis).padStart(6)} ms`);
}

function reportFailure(name, error) {
  console.log(`clients: FAILED: ${name}`);
  console.error(narrow(String(error.stack ?? error)));
  for (const connection of open) {
    if (connection.log) console.error(`--- last output of ${connection.name}\n${connection.log().slice(-4_000)}`);
  }
}

/** Shortens lines of megabytes. */
function narrow(text) {
  const lines = text.split('\n').slice(0, 100);
  return lines.map((line) => (line.length > 1_000 ? `${line.slice(0, 600)} … ${line.slice(-300)}` : line)).join('\n');
}

/** Runs everything, and ends all that was opened. */
export async function finish(run) {
  try {
    await run();
  } catch (error) {
    if (!error.reported) console.error(error);
    process.exitCode = 1;
    await Promise.allSettled(open.map((connection) => connection.abandon()));
    return;
  }
  if (begun === 0) {
    console.error(`clients: unknown group '${only}'`);
    process.exitCode = 2;
    return;
  }
  if (passed === 0 && skipped === 0) {
    console.error(`clients: no scenario of '${only}' ran`);
    process.exitCode = 2;
    return;
  }
  console.log(`clients: ${passed} scenarios passed, ${skipped} groups skipped`);
}
