// Prints one line for each test; with a word: only tests whose name contains it. Exits with 1 if a test fails.

import { closeAll, logs } from './lib/fleet.js';
import { manifests } from './manifests.js';
import { startFleet, tests } from './tests.js';
import { within } from './lib/time-limit.js';

const SLOWEST = 10 * 60_000;

const wanted = process.argv[2] ?? '';
const start = performance.now();
const counts = { kept: 0, skipped: 0, broken: 0 };

async function attempt(name, keep) {
  if (!name.includes(wanted)) return;
  const began = performance.now();
  try {
    const figures = await within(SLOWEST, keep());
    const skipped = figures.startsWith('skipped: ');
    counts[skipped ? 'skipped' : 'kept'] += 1;
    if (skipped) console.log(`skipped ${name} (${figures.slice('skipped: '.length)})`);
    else console.log(`kept    ${name} (${figures}; ${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    counts.broken += 1;
    console.error(`broken  ${name}\n${error.stack}`);
  }
}

for (const [name, keep] of Object.entries(manifests)) await attempt(name, keep);
try {
  if (Object.keys(tests).some((name) => name.includes(wanted))) {
    const fleet = await within(SLOWEST, startFleet());
    console.log(`replicas: ${fleet.replicas.length} behind nginx after ${Math.round(performance.now() - start)} ms`);
    for (const [name, keep] of Object.entries(tests)) {
      await attempt(name, () => keep(fleet));
      if (counts.broken > 0) break;
    }
  }
} finally {
  if (counts.broken > 0) console.error(logs());
  await closeAll();
}
if (counts.kept + counts.skipped + counts.broken === 0) {
  console.error(`replicas: no promise's name contains "${wanted}"`);
  process.exitCode = 2;
}
console.log(`replicas: ${counts.kept} kept, ${counts.skipped} skipped, ${counts.broken} broken, in ${Math.round((performance.now() - start) / 1000)} s`);
if (counts.broken > 0) process.exitCode = 1;
