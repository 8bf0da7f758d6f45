// Tables of what the results are, on standard output and in the documents.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './paths.js';

const FILE = join(project, 'docs', 'reference', 'formats.md');
const START = '<!-- zoo -->';
const END = '<!-- end of zoo -->';

const percent = (part, all) => `${Math.round((100 * part) / Math.max(1, all))} %`;

/** Prints the shares. */
export function print(rows) {
  const told = rows.filter((row) => row.isTold).length;
  const questions = rows.reduce((all, row) => all + (row.questions ?? 0), 0);
  console.log(`zoo: ${rows.length} large results, ${told} in a recognized format (${percent(told, rows.length)}), ${questions} questions answered in one reading each`);
}

/** Replaces the tables in the documents. */
export function writeTables(rows, skipped) {
  const page = readFileSync(FILE, 'utf8');
  const [before, rest] = page.split(START);
  const after = rest.slice(rest.indexOf(END));
  writeFileSync(FILE, `${before}${START}\n${tables(rows, skipped)}\n${after}`);
}

function tables(rows, skipped) {
  const told = rows.filter((row) => row.isTold).length;
  const questions = rows.reduce((all, row) => all + row.questions, 0);
  const date = new Date().toISOString().slice(0, 10);
  const lines = [
    `Measured on ${date}: ${rows.length} large results of ${new Set(rows.map((row) => row.server)).size} servers. Plimsoll recognizes the format of ${told} of them (${percent(told, rows.length)}). All ${questions} questions have the right answer after one call each.`,
    ...(skipped.length > 0 ? [`Not called: ${skipped.join(', ')}.`] : []),
    '',
    '| format | results | share | from |',
    '|---|---|---|---|',
  ];
  const kinds = [...new Set(rows.map((row) => row.kind))];
  const byKind = kinds.map((kind) => rows.filter((row) => row.kind === kind)).sort((a, b) => b.length - a.length);
  for (const some of byKind) {
    lines.push(`| ${some[0].kind} | ${some.length} | ${percent(some.length, rows.length)} | ${[...new Set(some.map((row) => row.server))].join(', ')} |`);
  }
  lines.push('', '| server | package | version | results | tokens |', '|---|---|---|---|---|');
  for (const name of new Set(rows.map((row) => row.server))) {
    const own = rows.filter((row) => row.server === name);
    const tokens = own.map((row) => row.tokens);
    lines.push(`| ${name} | \`${own[0].package}\` (${own[0].origin}) | ${own[0].version} | ${own.length} | ${Math.min(...tokens)} to ${Math.max(...tokens)} |`);
  }
  return lines.join('\n');
}
