// Writes the tables of the page and the chart from the published data. The same data always gives the same text.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { page, project } from './paths.js';
import { published, write } from './published.js';
import { chart } from './chart.js';
import { columns, DEFECTS, sources } from './columns.js';

export const CHART = join(project, 'docs', 'images', 'comparison.svg');
/** Load average above which the page says that the machine had other work. */
const BUSY_LOAD = 0.5;
/** Share of the best tool's result that a tool needs so that its values can be bold. */
const COMPETING_SHARE = 0.9;
/** Maximum number of payloads that the page names for a defect. */
const MAX_NAMES = 8;
const FORMS = { defaults: '', tuned: ', tuned', small: ', budget 500', programs: ', `programs: read`' };

export const number = (value) => (value === undefined || value === null ? '–' : typeof value === 'number' ? Math.round(value * 10 ** digits(value)) / 10 ** digits(value) : value).toLocaleString('en-US');
const digits = (value) => (Math.abs(value) >= 10 ? 0 : Math.abs(value) >= 1 ? 1 : 2);

/** Returns the name of a result for people. */
export function title(key, all) {
  const [name, form] = key.split(' ');
  return `${all.peers[name]?.title ?? name}${FORMS[form] ?? `, ${form}`}`;
}

/** Returns a table as Markdown. The best value of a column is bold, if not all are equal. */
export function render(table, all) {
  const results = all.tables[sources[table] ?? table]?.results;
  if (!results) return '';
  const shown = columns[table].filter(({ of }) => Object.values(results).some((result) => of(result) !== undefined));
  const rows = Object.entries(results).filter(([, result]) => shown.some(({ of }) => of(result) !== undefined));
  const best = shown.map((column) => bestOf(column, table, rows));
  const lines = [`| | ${shown.map(({ title: text }) => text).join(' | ')} |`, `|---|${shown.map(() => '---:').join('|')}|`];
  for (const [key, result] of rows) {
    const cells = shown.map(({ of }, i) => (best[i] !== undefined && of(result) === best[i] && competes(table, key, result, rows) ? `**${number(of(result))}**` : number(of(result))));
    lines.push(`| ${title(key, all)} | ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

/** Returns whether the values of a row can be bold: the tool must reach COMPETING_SHARE of the best result; rows without a tool never are.
 * */
function competes(table, key, result, rows) {
  if (/^(direct|cut) /.test(key)) return false;
  const measure = { answers: 'right', programs: 'right', honesty: 'clean' }[table];
  return !measure || result[measure] >= COMPETING_SHARE * Math.max(...rows.map(([, each]) => each[measure]));
}

/** Returns the best number of a column, or nothing if all are equal. */
function bestOf({ of, better }, table, rows) {
  const values = rows.filter(([key, result]) => competes(table, key, result, rows)).map(([, result]) => of(result)).filter((value) => typeof value === 'number');
  if (!better || values.every((value) => value === values[0])) return undefined;
  return better === 'less' ? Math.min(...values) : Math.max(...values);
}

/** Returns the section of the page for a table: the date, command, and machine, and the table. */
export function section(table, all) {
  const { command, machine } = all.tables[sources[table] ?? table];
  const load = machine.loadAverage > BUSY_LOAD ? ` The machine had other work (load ${machine.loadAverage}): compare rows, not runs.` : '';
  return `Measured on ${machine.date} with \`${command}\` on ${machine.processors}, ${machine.memoryGb} GB, Node ${machine.node}.${load}\n\n${render(table, all)}`;
}

function versions(all) {
  const rows = Object.values(all.peers).map((peer) => `| ${peer.title} | ${peer.package ? `\`${peer.package}\` (${peer.origin})` : '–'} | ${peer.version === '' ? '–' : (peer.version ?? 'not installed')} | \`${peer.commands.defaults}\` | ${peer.tuned ?? '–'} |`);
  return ['| | package | version | command | tuned form |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Returns the table that lists, for each tool and defect, the payloads with this defect. */
function defects(all) {
  const lines = ['| | payloads |', '|---|---|'];
  for (const [key, { rows }] of Object.entries(all.tables.honesty?.results ?? {})) {
    if (/^(direct|cut) /.test(key) || rows.length === 0) continue;
    const byDefect = Object.entries(DEFECTS).map(([name, words]) => [words, rows.filter((row) => row.defects.includes(name)).map(({ payload }) => payload)]).filter(([, names]) => names.length > 0);
    lines.push(`| ${title(key, all)} | ${byDefect.map(([words, names]) => `${words}: ${listOf(names)}`).join('; ')} |`);
  }
  return lines.join('\n');
}

const listOf = (names) => `${names.slice(0, MAX_NAMES).map((name) => `\`${name}\``).join(', ')}${names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : ''}`;

/** Returns the text of a page with its generated sections replaced. */
export function withTables(text, all) {
  return text.replaceAll(/(<!-- compared: (\w+) -->\n)[\s\S]*?(<!-- end of compared -->)/g, (whole, start, name, end) => {
    if (name === 'versions') return `${start}${versions(all)}\n${end}`;
    if (name === 'defects') return `${start}${defects(all)}\n${end}`;
    return all.tables[sources[name] ?? name] ? `${start}${section(name, all)}\n${end}` : whole;
  });
}

/** Writes the measured tables into the published data, and the page and the chart. The data is read again, so that tables that another run
 * has published in the meantime are kept. */
export function publish(measured, tables) {
  const all = published();
  all.peers = measured.peers;
  for (const table of tables) all.tables[table] = measured.tables[table];
  write(all);
  renderPage(all);
}

/** Writes the page and the chart from the published data. */
export function renderPage(all) {
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), all));
  writeFileSync(CHART, chart(all));
}

/** Returns a line for each file, the page or the chart, that does not match the published data. */
export function stalePages(all) {
  const text = readFileSync(page, 'utf8');
  const stale = [[page, text, withTables(text, all)], [CHART, readFileSync(CHART, 'utf8'), chart(all)]].filter(([, is, shouldBe]) => is !== shouldBe);
  return stale.map(([file]) => `compare: ${relative(project, file)}: FAILED: not what the published data gives; run compare/run --render`);
}
