// Compares a run with the last published one.

import { columns, sources } from './columns.js';

/** Differences of up to this share are not reported in tables of times and memory, because these vary between runs. */
const NOISE = { speed: 0.25, programs: 0.25, isolation: 0.25 };

/** Returns a line for each figure that is better or worse than published. */
export function differences(table, before, after) {
  const old = before.tables[table]?.results;
  if (!old) return [`compare: ${table}: nothing is published yet`];
  const lines = [];
  const shown = [table, ...Object.keys(sources).filter((name) => sources[name] === table)].flatMap((name) => columns[name]);
  for (const [key, result] of Object.entries(after.tables[table].results)) {
    if (!old[key]) {
      lines.push(`compare: ${table}: ${key}: new`);
      continue;
    }
    for (const { name, of, better } of shown) {
      const [from, to] = [of(old[key]), of(result)];
      if (from === to || !isBeyond(from, to, NOISE[table] ?? 0)) continue;
      const word = !better || typeof to !== 'number' ? 'changed' : (to < from) === (better === 'less') ? 'better' : 'worse';
      lines.push(`compare: ${table}: ${key}: ${name}: ${from} -> ${to} (${word})`);
    }
  }
  for (const [name, { version }] of Object.entries(after.peers)) {
    const earlier = before.peers?.[name]?.version;
    if (earlier && earlier !== version) lines.push(`compare: ${name}: version ${earlier} -> ${version}`);
  }
  return lines.length > 0 ? lines : [`compare: ${table}: as published`];
}

function isBeyond(from, to, noise) {
  return typeof from !== 'number' || typeof to !== 'number' || Math.abs(to - from) > noise * Math.abs(from);
}
