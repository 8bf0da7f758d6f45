// Prints one line for each test; with a word: only tests whose name contains it. Exits with 1 if a test fails.

import { closeAll, logs } from './lib/fleet.js';
import { manifests } from './manifests.js';
import { startFleet, tests } from './tests.js';
import { within } from './lib/time-limit.js';

const SLOWEST = 10 * 60_000;

const wanted = process.argv[2] ?? '';
const start = performance.now();
const counts = { passed: 0, skipped: 0, failed: 0 };

async function attempt(name, run) {
  if (!name.includes(wanted)) return;
  const began = performance.now();
  try {
    const figures = await within(SLOWEST, run());
    const skipped = figures.startsWith('skipped: ');
    counts[skipped ? 'skipped' : 'passed'] += 1;
    if (skipped) console.log(`skipped ${name} (${figures.slice('skipped: '.length)})`);
    else console.log(`passed  ${name} (${figures}; ${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    counts.failed += 1;
    console.error(`FAILED  ${name}\n${error.stack}`);
  }
}

for (const [name, run] of Object.entries(manifests)) await attempt(name, run);
try {
  if (Object.keys(tests).some((name) => name.includes(wanted))) {
    const fleet = await within(SLOWEST, startFleet());
    console.log(`replicas: ${fleet.replicas.length} replicas behind nginx after ${Math.round(performance.now() - start)} ms`);
    for (const [name, run] of Object.entries(tests)) {
      await attempt(name, () => run(fleet));
      if (counts.failed > 0) break;
    }
  }
} finally {
  if (counts.failed > 0) console.error(logs());
  await closeAll();
}
if (counts.passed + counts.skipped + counts.failed === 0) {
  console.error(`replicas: no test's name contains "${wanted}"`);
  process.exitCode = 2;
}
console.log(`replicas: ${counts.passed} passed, ${counts.skipped} skipped, ${counts.failed} failed, in ${Math.round((performance.now() - start) / 1000)} s`);
if (counts.failed > 0) process.exitCode = 1;
