// Tables in Markdown and the chart, from the published data. The same data gives the same text.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { page, project } from './paths.js';
import { write } from './published.js';
import { chart } from './chart.js';
import { columns } from './columns.js';

export const CHART = join(project, 'docs', 'images', 'comparison.svg');
const FORMS = { defaults: '', tuned: ', tuned', small: ', budget 500' };

export const number = (value) => (value === undefined || value === null ? '–' : typeof value === 'number' ? Math.round(value * 10 ** digits(value)) / 10 ** digits(value) : value).toLocaleString('en-US');
const digits = (value) => (Math.abs(value) >= 10 ? 0 : Math.abs(value) >= 1 ? 1 : 2);

/** Returns the name of a result for people. */
export function title(key, all) {
  const [name, form] = key.split(' ');
  return `${all.peers[name]?.title ?? name}${FORMS[form] ?? `, ${form}`}`;
}

/** Returns a table as Markdown. The best value of a column is bold, if not all are equal. */
export function render(table, all) {
  const { results } = all.tables[table] ?? {};
  if (!results) return '';
  const shown = columns[table].filter(({ of }) => Object.values(results).some((result) => of(result) !== undefined));
  const lines = [`| | ${shown.map(({ title: text }) => text).join(' | ')} |`, `|---|${shown.map(() => '---:').join('|')}|`];
  for (const [key, result] of Object.entries(results)) {
    const cells = shown.map((column) => (isBest(column, result, results) ? `**${number(column.of(result))}**` : number(column.of(result))));
    lines.push(`| ${title(key, all)} | ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

/** Returns whether no other has a better value; ways without a tool do not compete. */
export function isBest({ of, better }, result, results) {
  const value = of(result);
  if (!better || typeof value !== 'number') return false;
  const others = Object.entries(results).filter(([key]) => !/^(direct|cut) /.test(key)).map(([, each]) => of(each)).filter((each) => typeof each === 'number');
  const best = better === 'less' ? Math.min(...others) : Math.max(...others);
  return value === best && others.some((each) => each !== best) && Object.entries(results).some(([key, each]) => each === result && !/^(direct|cut) /.test(key));
}

/** Returns the part of the page that rests on the data of a table. */
export function section(table, all) {
  const { command, machine } = all.tables[table];
  const load = machine.loadAverage > 0.5 ? ` The machine had other work (load ${machine.loadAverage}): compare rows, not runs.` : '';
  return `Measured on ${machine.date} with \`${command}\` on ${machine.processors}, ${machine.memoryGb} GB, Node ${machine.node}.${load}\n\n${render(table, all)}`;
}

function versions(all) {
  const rows = Object.values(all.peers).map((peer) => `| ${peer.title} | ${peer.package ? `\`${peer.package}\` (${peer.origin})` : '–'} | ${peer.version ?? 'not installed'} | \`${peer.commands.defaults}\` | ${peer.tuned ?? '–'} |`);
  return ['| | package | version | command | tuned form |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Returns a page with its generated parts replaced. */
export function withTables(text, all) {
  return text.replaceAll(/(<!-- compared: (\w+) -->\n)[\s\S]*?(<!-- end of compared -->)/g, (whole, start, name, end) => {
    if (name === 'versions') return `${start}${versions(all)}\n${end}`;
    return all.tables[name] ? `${start}${section(name, all)}\n${end}` : whole;
  });
}

/** Writes the data, the page, and the chart. */
export function publish(all) {
  write(all);
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), all));
  writeFileSync(CHART, chart(all));
}
