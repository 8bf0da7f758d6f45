// Plimsoll as a client: the suite's servers, our agent as the client, and `plimsoll run` and `plimsoll login` between them.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { client, failures, passes, requirements } from './suite.js';

const program = join(dirname(dirname(fileURLToPath(import.meta.url))), 'client', 'main.js');
const known = JSON.parse(readFileSync(new URL('../known-clients.json', import.meta.url)));

/** All client scenarios: [{revision, scenario, scored, passed, failed, reason, fault}]. */
export async function clientRows(revisions) {
  const rows = [];
  for (const revision of revisions) {
    const { client: scenarios, unscored } = await requirements(revision);
    for (const scenario of scenarios) {
      const row = await tried(revision, scenario);
      rows.push({ ...row, scored: !unscored.has(scenario) });
      console.log(`conformance: ${revision}  client ${scenario.padEnd(44)} ${String(row.passed).padStart(3)} passed ${String(row.failed).padStart(3)} failed`);
    }
  }
  return rows;
}

async function tried(revision, scenario) {
  const reason = known.find((each) => new RegExp(`^(?:${each.scenario})$`).test(scenario) && (each.revision ?? revision) === revision)?.reason;
  let checks;
  let said;
  for (let i = 0; i < (reason ? 1 : 2); i += 1) {
    ({ checks, said } = await client(`${process.execPath} ${program}`, revision, scenario));
    if (passes(checks) > 0 && failures(checks) === 0) break;
  }
  const [passed, failed] = [passes(checks), failures(checks)];
  const good = passed > 0 && failed === 0;
  const which = `${revision} client ${scenario}`;
  if (good && reason) return { revision, scenario, passed, failed, fault: `${which} passes, but known-clients.json gives a reason for a failure: ${reason}` };
  if (!good && !reason) return { revision, scenario, passed, failed, fault: `${which}:\n${said.slice(-3_000)}` };
  return { revision, scenario, passed, failed, reason };
}
