// Writes the tables of docs/reference/load.md between their markers; the text around them is not generated.

import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../docs/reference/load.md', import.meta.url);

/** Tables of parts that did not run stay unchanged. */
export function rewrite(tables, { machine, minutes }) {
  let text = readFileSync(page, 'utf8');
  for (const [name, content] of Object.entries(tables)) {
    const [begin, end] = [`<!-- load: ${name} -->`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < 0) throw new Error(`${page.pathname} has no markers for ${name}`);
    const when = `Measured on ${new Date().toISOString().slice(0, 10)}, ${machine}${name.startsWith('soak') ? `; ${minutes} minutes` : ''}.`;
    text = `${text.slice(0, from + begin.length)}\n${when}\n\n${content}\n${text.slice(to)}`;
  }
  writeFileSync(page, text);
}
