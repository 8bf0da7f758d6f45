// Runs all tests, or those whose names contain one of the arguments, and prints one line for each. Exits with 1 if a test fails.

import { cleanUp, closeAll, logs } from './lib/processes.js';
import { clocks } from './clocks.js';
import { daemon } from './daemon.js';
import { daemonPlaces } from './daemon-places.js';
import { fairness } from './fairness.js';
import { kills } from './kills.js';
import { limits } from './limits.js';
import { pins } from './pins.js';
import { redis } from './redis.js';
import { shares } from './shares.js';
import { stores } from './stores.js';
import { upstreams } from './upstreams.js';
import { within } from '../replicas/lib/time-limit.js';

/** Time limit of a test. The longest test makes FAULTS_KILLS kills. */
const TIMEOUT_MILLIS = 10 * 60_000 + Number(process.env.FAULTS_KILLS ?? 20) * 30_000;

const selected = process.argv.slice(2);
const start = performance.now();
const counts = { passed: 0, skipped: 0, failed: 0 };

/** Runs a test. A test that cannot run on this machine returns the reason in place of its figures. */
async function runTest(name, run) {
  const startTime = performance.now();
  try {
    const formatTimes = await within(TIMEOUT_MILLIS, run());
    const skipped = formatTimes.startsWith('skipped: ');
    counts[skipped ? 'skipped' : 'passed'] += 1;
    if (skipped) console.log(`skipped ${name} (${formatTimes.slice('skipped: '.length)})`);
    else console.log(`passed  ${name} (${formatTimes}; ${((performance.now() - startTime) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.failed += 1;
    console.error(`FAILED  ${name}\n${error.stack}\n${logs()}`);
  } finally {
    await cleanUp();
  }
}

try {
  for (const [name, run] of Object.entries({ ...upstreams, ...stores, ...redis, ...limits, ...pins, ...fairness, ...shares, ...clocks, ...daemon, ...daemonPlaces, ...kills })) {
    if (selected.length === 0 || selected.some((word) => name.includes(word))) await runTest(name, run);
  }
} finally {
  await closeAll();
}
console.log(`faults: ${counts.passed} passed, ${counts.skipped} skipped, ${counts.failed} failed, in ${Math.round((performance.now() - start) / 1000)} s`);
const total = counts.passed + counts.skipped + counts.failed;
if (total === 0) console.error(`faults: no test's name contains any of: ${selected.join(' ')}`);
// exit explicitly: a failed test may have left pending requests
process.exit(counts.failed > 0 ? 1 : total === 0 ? 2 : 0);
