// Writes the tables of docs/reference/conformance.md between their markers; the text around them is not generated.

import { readFileSync, writeFileSync } from 'node:fs';
import { page } from './paths.js';
import { passes, version } from './suite.js';

const sum = (found, when) => [...found].filter(([scenario]) => when(scenario)).reduce((total, [, checks]) => total + passes(checks), 0);
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Passed checks by way and revision; the second number counts scenarios that the suite does not score. */
function ways(rows) {
  const revisions = [...new Set(rows.map((row) => row.revision))];
  const cell = (way, revision) => {
    const { found, unscored } = rows.find((row) => row.way === way && row.revision === revision);
    const rest = sum(found, (scenario) => unscored.has(scenario));
    return unscored.size === 0 ? `${sum(found, () => true)}` : `${sum(found, (scenario) => !unscored.has(scenario))} + ${rest}`;
  };
  const names = [...new Set(rows.map((row) => row.way))];
  return table(
    ['protection, server', ...revisions],
    names.map((way) => [way, ...revisions.map((revision) => cell(way, revision))]),
  );
}

/** Differences from the direct connection: one row for each reason. */
function reasons(differing) {
  const byReason = Map.groupBy(differing, (each) => each.reason ?? 'not known');
  return table(
    ['scenario', 'revision', 'protection, server', 'why'],
    [...byReason].map(([why, all]) => {
      const listed = (of) => [...new Set(all.map(of))];
      const scenarios = listed((each) => each.scenario);
      const shown = scenarios.length > 20 ? ['all'] : scenarios.map((each) => `\`${each}\``);
      return [shown.join(', '), listed((each) => each.revision).join(', '), listed((each) => each.way).join('; '), why];
    }),
  );
}

function clientTable(clients) {
  const line = ({ revision, scenario, scored, passed, failed, reason }) => [
    `\`${scenario}\``,
    revision,
    scored ? 'yes' : 'no',
    failed === 0 ? `${passed}` : `${passed} of ${passed + failed}`,
    reason ?? '',
  ];
  return table(['scenario', 'revision', 'scored', 'checks passed', 'why not all'], clients.map(line));
}

function between(text, name, content) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${page} has no markers for ${name}`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

/** Tables of parts that did not run stay unchanged. */
export function write({ rows, differing, clients }) {
  let text = between(readFileSync(page, 'utf8'), 'suite', `Suite ${version}.`);
  if (rows.length > 0) {
    text = between(text, 'ways', ways(rows));
    text = between(text, 'reasons', reasons(differing));
  }
  if (clients.length > 0) text = between(text, 'clients', clientTable(clients));
  writeFileSync(page, text);
}
