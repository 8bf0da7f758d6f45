// ctxtual: stores large results, and adds the tools result_search, result_read, result_query, and result_list.

import { jsonOf } from '../lib/answer.js';
import { program } from '../lib/paths.js';

const OPTIONS = { defaults: [], tuned: ['--allow-regex', '--threshold', '8000'], passing: ['--exclude', '*'] };

export default {
  name: 'ctxtual',
  title: 'ctxtual',
  install: { origin: 'PyPI', package: 'ctxtual' },
  canPass: true,
  canExpire: true,
  forms: ['defaults', 'tuned'],
  tunedHow: '`--allow-regex --threshold 8000` (both in `ctxtual wrap --help`; the number is our choice)',
  start: ({ upstream, form, seconds }) => ({ command: program('ctxtual', 'ctxtual'), args: ['wrap', ...OPTIONS[form], ...(seconds ? ['--ttl', String(seconds)] : []), '--', ...upstream] }),
  // ctxtual has no authentication, so two sessions stand for two callers
  serve: ({ upstream, port }) => ({ command: program('ctxtual', 'ctxtual'), args: ['wrap', '--http', '--port', String(port), '--', ...upstream], url: `http://127.0.0.1:${port}/mcp`, callers: [{}, {}] }),
  tool: (name) => name,
  handle: (result) => jsonOf(result)?.result_id,
  next(result, last) {
    if (last === undefined) return this.handle(result) && ['result_read', { result_id: this.handle(result), page: 0, page_size: 50 }];
    const page = jsonOf(result);
    return page?.has_more || page?.page + 1 < page?.pages || page?.page + 1 < page?.total_pages ? ['result_read', { ...last[1], page: last[1].page + 1 }] : undefined;
  },
  async explore(call, handle, word) {
    const found = await call(this.search(handle, word));
    const hit = jsonOf(found)?.results?.[0] ?? jsonOf(found)?.hits?.[0];
    const more = hit?.index === undefined ? undefined : await call(['result_read', { result_id: handle, index: hit.index }]);
    return more ? [found, more] : [found];
  },
  rows: (handle) => ['result_read', { result_id: handle, page: 0 }],
  total: (result) => jsonOf(result)?.items,
  figure: (handle, op, field) => ({
    call: ['result_query', { result_id: handle, steps: [{ group_by: { field: 'state', metrics: { figure: `${op}:${field}` } } }] }],
    // the maximum or sum of all records is computed from those of the groups; null means that a group has none
    read(result) {
      const figures = (jsonOf(result)?.rows ?? []).map((row) => row.figure).filter((figure) => figure !== null);
      if (figures.length === 0) return undefined;
      return op === 'max' ? Math.max(...figures) : figures.reduce((all, each) => all + each, 0);
    },
  }),
  query: (handle, steps) => ['result_query', { result_id: handle, steps }],
  search: (handle, query) => ['result_search', { result_id: handle, query }],
};
