// Prints the totals, and writes the tables in the documents.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.js';

const FILE = join(project, 'docs', 'reference', 'formats.md');
const START = '<!-- zoo -->';
const END = '<!-- end of zoo -->';

const percent = (part, total) => `${Math.round((100 * part) / Math.max(1, total))} %`;

/** Prints the totals. */
export function print(rows) {
  const recognized = rows.filter((row) => row.isRecognized).length;
  const questions = rows.reduce((total, row) => total + (row.questions ?? 0), 0);
  console.log(`zoo: ${rows.length} large results, ${recognized} in a recognized format (${percent(recognized, rows.length)}), ${questions} questions answered with one follow-up read each`);
}

/** Replaces the tables in the documents. */
export function writeTables(rows, skipped) {
  const page = readFileSync(FILE, 'utf8');
  const [before, rest] = page.split(START);
  const after = rest.slice(rest.indexOf(END));
  writeFileSync(FILE, `${before}${START}\n${tables(rows, skipped)}\n${after}`);
}

function tables(rows, skipped) {
  const recognized = rows.filter((row) => row.isRecognized).length;
  const questions = rows.reduce((total, row) => total + row.questions, 0);
  const date = new Date().toISOString().slice(0, 10);
  const lines = [
    `Measured on ${date}: ${rows.length} large results of ${new Set(rows.map((row) => row.server)).size} servers. Plimsoll recognizes the format of ${recognized} of them (${percent(recognized, rows.length)}). All ${questions} questions have the right answer after one call each.`,
    ...(skipped.length > 0 ? [`Not called: ${skipped.join(', ')}.`] : []),
    '',
    '| format | results | share | from |',
    '|---|---|---|---|',
  ];
  const formats = [...new Set(rows.map((row) => row.format))];
  const byFormat = formats.map((format) => rows.filter((row) => row.format === format)).sort((a, b) => b.length - a.length);
  for (const formatRows of byFormat) {
    lines.push(`| ${formatRows[0].format} | ${formatRows.length} | ${percent(formatRows.length, rows.length)} | ${[...new Set(formatRows.map((row) => row.server))].join(', ')} |`);
  }
  lines.push('', '| server | package | version | results | tokens |', '|---|---|---|---|---|');
  for (const name of new Set(rows.map((row) => row.server))) {
    const serverRows = rows.filter((row) => row.server === name);
    const tokens = serverRows.map((row) => row.tokens);
    lines.push(`| ${name} | \`${serverRows[0].package}\` (${serverRows[0].origin}) | ${serverRows[0].version} | ${serverRows.length} | ${Math.min(...tokens)} to ${Math.max(...tokens)} |`);
  }
  return lines.join('\n');
}
