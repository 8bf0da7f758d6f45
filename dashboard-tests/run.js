// Prints one line for each test and stops at the first failure. With a word: only tests whose name contains it.

import { tests as appTests } from './apps.js';
import { closeBrowser } from './lib/browser.js';
import { tests as daemonTests } from './daemon.js';
import { tests as dashboardTests } from './dashboard.js';
import { tests as pageTests } from './pages.js';
import { tests as pinTests } from './pins.js';
import { tests as serverTests } from './servers.js';
import { tests as showTests } from './show.js';
import { tests as toolTests } from './tools.js';
import { within } from '../replicas/lib/time-limit.js';

const SLOWEST = 5 * 60_000;

const wanted = process.argv[2] ?? '';
let passed = 0;
let failed = false;
for (const [name, run] of [...dashboardTests, ...daemonTests, ...pageTests, ...pinTests, ...serverTests, ...toolTests, ...appTests, ...showTests]) {
  if (!name.includes(wanted)) continue;
  const began = performance.now();
  try {
    await within(SLOWEST, run());
    passed += 1;
    console.log(`passed  ${name} (${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    console.error(`FAILED  ${name}\n${error.stack}`);
    failed = true;
    break;
  }
}
await closeBrowser();
if (passed === 0 && !failed) console.error(`dashboard: no test's name contains "${wanted}"`);
process.exitCode = failed ? 1 : passed === 0 ? 2 : 0;
