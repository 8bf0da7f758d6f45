// One line a promise; with a word those whose name contains it. Ends with an exit code of 1 when one does not hold.

import { closeAll, logs } from './lib/fleet.js';
import { manifests } from './manifests.js';
import { promises, startFleet } from './promises.js';

const wanted = process.argv[2] ?? '';
const start = performance.now();
let kept = 0;
let broken = 0;

async function attempt(name, keep) {
  if (!name.includes(wanted)) return;
  const began = performance.now();
  try {
    const figures = await keep();
    kept += 1;
    console.log(`kept    ${name} (${figures}; ${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    broken += 1;
    console.error(`broken  ${name}\n${error.stack}`);
  }
}

for (const [name, keep] of Object.entries(manifests)) await attempt(name, keep);
try {
  if (Object.keys(promises).some((name) => name.includes(wanted))) {
    const fleet = await startFleet();
    console.log(`replicas: ${fleet.replicas.length} behind nginx after ${Math.round(performance.now() - start)} ms`);
    for (const [name, keep] of Object.entries(promises)) {
      await attempt(name, () => keep(fleet));
      if (broken > 0) break;
    }
  }
} finally {
  if (broken > 0) console.error(logs());
  await closeAll();
}
console.log(`replicas: ${kept} kept, ${broken} broken, in ${Math.round((performance.now() - start) / 1000)} s`);
process.exitCode = broken > 0 ? 1 : 0;
