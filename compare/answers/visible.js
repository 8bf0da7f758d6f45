// A reader who has only texts: the first answer, and further pages. It solves a task if what the task is about stands in them;
// what it can see, it reads without mistakes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsOf } from '../lib/answer.js';

/** Marks of the records of each result: a reader who sees them all can answer questions about all. */
const RECORDS = {
  list_countries: /"code"\s*:\s*("[A-Z]{3}")/g,
  list_symbols: /"slug":"([^"]+)"/g,
  get_api_description: /"operationId"\s*:\s*"(op_\w+)"/g,
  get_media_types: /"([a-z]+\/vnd[^"]+)":\{/g,
  read_log: /request=(req-\w+)/g,
  export_products: /^(SKU-\d+),/gm,
  list_issues: /"createdAt"\s*:\s*"([^"]+)"/g,
  read_handbook: /^(### .*)$/gm,
  query_accounts: /'id': (\d+)/g,
  list_customers: /"id":"(cus_\w+)"/g,
};

/** What a question about one record needs: words that stand near it. */
const LOOKUPS = {
  list_countries: [['HFI']], list_symbols: [['urpel_oriswen_1444']], get_api_description: [['op_bacor611'], undefined, ['Quiur-133']],
  get_media_types: [['image/vnd.bazel.wenwen903'], undefined, ['f85705']], read_log: [['req-36535615ac'], undefined, undefined, ['out of memory']],
  export_products: [['SKU-26415']], list_issues: [['217']], read_handbook: [['Orbajun toris'], ['Yarfizel fivel'], ['Never restart the primary']],
  query_accounts: [['4999']], list_customers: [['cus_c6a693ce7176'], undefined, undefined, ['5000']],
};

const known = new Map();

function recordsOf(folder, tool) {
  if (!known.has(tool)) {
    const [text] = textsOf(JSON.parse(readFileSync(join(folder, `${tool}.json`), 'utf8')));
    known.set(tool, [...new Set([...text.matchAll(RECORDS[tool])].map(([, mark]) => mark.replaceAll('"', '')))]);
  }
  return known.get(tool);
}

export async function solve({ peer, tool, index, first, read, truth, folder }) {
  const textOf = (result) => `${textsOf(result).join('\n')}${result.structuredContent ? JSON.stringify(result.structuredContent) : ''}`;
  let text = textOf(first);
  const wanted = LOOKUPS[tool][index];
  const needs = wanted ? [...wanted, ...(index === 3 && tool === 'list_customers' ? [] : [String(truth)])] : recordsOf(folder, tool);
  const isSeen = () => needs.every((each) => text.includes(each) || text.includes(JSON.stringify(each).slice(1, -1)));
  let last = peer.next(first);
  while (last && (!wanted || !isSeen())) {
    const result = await read(last);
    text += textOf(result);
    last = peer.next(result, last);
  }
  return isSeen() ? truth : undefined;
}
