// mcp-pager: a library for servers written with FastMCP 1.x; python/pager.py mirrors the upstream with it.

import { join } from 'node:path';
import { textsOf } from '../lib/answer.js';
import { here, program, rankFolder } from '../lib/paths.js';

export default {
  name: 'pager',
  title: 'mcp-pager',
  install: { origin: 'PyPI', package: 'mcp-pager', needsRanks: true },
  forms: ['defaults', 'tuned'],
  tunedHow: '`max_tokens=20000`',
  readsOnce: true,
  start: ({ upstream, form }) => ({
    command: program('pager', 'python'),
    args: [join(here, 'python', 'pager.py'), form === 'tuned' ? '20000' : '4000', ...upstream],
    env: { TIKTOKEN_CACHE_DIR: rankFolder },
  }),
  tool: (name) => name,
  handle: (result) => /"nextCursor": "([^"]+)"/.exec(textsOf(result).at(-1) ?? '')?.[1],
  next(result) {
    const cursor = this.handle(result);
    return cursor && ['get_next_page', { cursor }];
  },
  rows(handle) {
    return ['get_next_page', { cursor: handle }];
  },
  /** The data of a page, without what it says about the page. */
  data: (result) => {
    const texts = textsOf(result);
    return (/^\n---\n```json/.test(texts.at(-1) ?? '') ? texts.slice(0, -1) : texts).join('\n');
  },
};
