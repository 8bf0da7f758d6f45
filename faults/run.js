// Prints one line for each test; with words: only tests whose names contain one of them. Exits with 1 if a test fails.

import { clear, closeAll, logs } from './lib/processes.js';
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

/** The longest test makes FAULTS_KILLS kills. */
const SLOWEST = 10 * 60_000 + Number(process.env.FAULTS_KILLS ?? 20) * 30_000;

const wanted = process.argv.slice(2);
const start = performance.now();
const counts = { passed: 0, skipped: 0, failed: 0 };

/** A test that cannot run on this machine returns the reason in place of its figures. */
async function attempt(name, run) {
  const began = performance.now();
  try {
    const figures = await within(SLOWEST, run());
    const skipped = figures.startsWith('skipped: ');
    counts[skipped ? 'skipped' : 'passed'] += 1;
    if (skipped) console.log(`skipped ${name} (${figures.slice('skipped: '.length)})`);
    else console.log(`passed  ${name} (${figures}; ${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.failed += 1;
    console.error(`FAILED  ${name}\n${error.stack}\n${logs()}`);
  } finally {
    await clear();
  }
}

try {
  for (const [name, run] of Object.entries({ ...upstreams, ...stores, ...redis, ...limits, ...pins, ...fairness, ...shares, ...clocks, ...daemon, ...daemonPlaces, ...kills })) {
    if (wanted.length === 0 || wanted.some((word) => name.includes(word))) await attempt(name, run);
  }
} finally {
  await closeAll();
}
console.log(`faults: ${counts.passed} passed, ${counts.skipped} skipped, ${counts.failed} failed, in ${Math.round((performance.now() - start) / 1000)} s`);
const tried = counts.passed + counts.skipped + counts.failed;
if (tried === 0) console.error(`faults: no test's name contains any of: ${wanted.join(' ')}`);
// a failed test may have left a request waiting
process.exit(counts.failed > 0 ? 1 : tried === 0 ? 2 : 0);
