// Writes the tables of docs/reference/load.md between their markers.

import { readFileSync, writeFileSync } from 'node:fs';

const pageUrl = new URL('../../docs/reference/load.md', import.meta.url);

/** Replaces the given tables. Other tables do not change. */
export function rewriteTables(tables, { machine, minutes }) {
  let text = readFileSync(pageUrl, 'utf8');
  for (const [name, content] of Object.entries(tables)) {
    const [startMarker, endMarker] = [`<!-- load: ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(startMarker), text.indexOf(endMarker)];
    if (from < 0 || to < 0) throw new Error(`${pageUrl.pathname} has no markers for ${name}`);
    const measured = `Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}${name.startsWith('soak') ? `; ${minutes} minutes` : ''}.`;
    text = `${text.slice(0, from + startMarker.length)}\n${measured}\n\n${content}\n${text.slice(to)}`;
  }
  writeFileSync(pageUrl, text);
}
