// Runs all tests, or those whose names contain the argument, and prints one line for each. Exits with 1 if a test fails.

import { closeAll, logs } from './lib/fleet.js';
import { manifests } from './manifests.js';
import { startFleet, tests } from './tests.js';
import { within } from './lib/time-limit.js';

const TIMEOUT_MILLIS = 10 * 60_000;

const selected = process.argv[2] ?? '';
const start = performance.now();
const counts = { passed: 0, skipped: 0, failed: 0 };

async function runTest(name, run) {
  if (!name.includes(selected)) return;
  const testStart = performance.now();
  try {
    const figures = await within(TIMEOUT_MILLIS, run());
    const skipped = figures.startsWith('skipped: ');
    counts[skipped ? 'skipped' : 'passed'] += 1;
    if (skipped) console.log(`skipped ${name} (${figures.slice('skipped: '.length)})`);
    else console.log(`passed  ${name} (${figures}; ${Math.round(performance.now() - testStart)} ms)`);
  } catch (error) {
    counts.failed += 1;
    console.error(`FAILED  ${name}\n${error.stack}`);
  }
}

for (const [name, run] of Object.entries(manifests)) await runTest(name, run);
try {
  if (Object.keys(tests).some((name) => name.includes(selected))) {
    const fleet = await within(TIMEOUT_MILLIS, startFleet());
    console.log(`replicas: ${fleet.replicas.length} replicas behind nginx after ${Math.round(performance.now() - start)} ms`);
    for (const [name, run] of Object.entries(tests)) {
      await runTest(name, () => run(fleet));
      if (counts.failed > 0) break;
    }
  }
} finally {
  if (counts.failed > 0) console.error(logs());
  await closeAll();
}
if (counts.passed + counts.skipped + counts.failed === 0) {
  console.error(`replicas: no test's name contains "${selected}"`);
  process.exitCode = 2;
}
console.log(`replicas: ${counts.passed} passed, ${counts.skipped} skipped, ${counts.failed} failed, in ${Math.round((performance.now() - start) / 1000)} s`);
if (counts.failed > 0) process.exitCode = 1;
