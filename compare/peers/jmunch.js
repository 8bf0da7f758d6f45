// jmunch-mcp: stores large results under handles, and adds the tools jmunch_peek, _slice, _search, _aggregate, _summarize, _describe,
// and _list_handles.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberIn, parsed, textOf } from '../lib/answer.js';
import { program } from '../lib/paths.js';

const string = JSON.stringify;
const parsedOf = (result) => parsed(textOf(result));

export default {
  name: 'jmunch',
  title: 'jmunch-mcp',
  install: { origin: 'PyPI', package: 'jmunch-mcp' },
  canPass: true,
  forms: ['defaults'],
  tunedHow: 'its only option is the threshold (`threshold_tokens`, 2,000), below which results pass',
  start({ upstream, form, folder }) {
    const config = join(folder, 'jmunch.toml');
    writeFileSync(config, `${form === 'passing' ? 'threshold_tokens = 100000000\n' : ''}[upstream]\ncommand = ${string(upstream[0])}\nargs = ${string(upstream.slice(1))}\n`);
    return { command: program('jmunch', 'jmunch-mcp'), args: ['--config', config], env: { HOME: folder } };
  },
  tool: (name) => name,
  // the handle is in the text; jmunch leaves the structured content of the upstream whole
  handle: (result) => parsedOf(result)?.result?.handle,
  next(result, last) {
    if (last !== undefined) return undefined;
    const handle = this.handle(result);
    return handle && ['jmunch_peek', { handle, n: 1_000_000 }];
  },
  async explore(call, handle, word) {
    const found = await call(this.search(handle, word));
    const path = parsedOf(found)?.result?.results?.[0]?.path;
    const line = parsedOf(found)?.result?.results?.[0]?.line;
    if (path) return [found, await call(this.slice(handle, path))];
    return line ? [found, await call(this.slice(handle, `${line}-${line}`))] : [found];
  },
  rows: (handle) => ['jmunch_peek', { handle }],
  total: (result) => parsedOf(result)?.result?.summary?.row_count,
  figure(handle, op, field) {
    return { call: this.aggregate(handle, { op, field }), read: (result) => numberIn(textOf(result), /"value": "?([\d.]+)/) };
  },
  slice: (handle, selector, rows = 100) => ['jmunch_slice', { handle, selector, max_rows: rows }],
  search: (handle, query, most = 10) => ['jmunch_search', { handle, query, max_results: most }],
  aggregate: (handle, args) => ['jmunch_aggregate', { handle, ...args }],
};
