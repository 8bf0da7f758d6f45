// mcp-pager: a library for servers written with FastMCP 1.x. python/pager.py is such a server: it has the tools of the upstream.

import { join } from 'node:path';
import { textsOf } from '../lib/answer.js';
import { here, program, rankFolder } from '../lib/paths.js';

const TOKENS = { defaults: '4000', tuned: '20000', passing: '100000000' };

export default {
  name: 'pager',
  title: 'mcp-pager',
  install: { origin: 'PyPI', package: 'mcp-pager', needsRanks: true },
  canPass: true,
  canExpire: true,
  forms: ['defaults', 'tuned'],
  tunedHow: '`max_tokens=20000` (README, *API*; the number is our choice)',
  readsOnce: true,
  start: ({ upstream, form, seconds = 600 }) => ({
    command: program('pager', 'python'),
    args: [join(here, 'python', 'pager.py'), TOKENS[form], String(seconds * 1_000), ...upstream],
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
  /** Returns the data of a page, without the block that describes the page. */
  data: (result) => {
    const texts = textsOf(result);
    return (/^\n---\n```json/.test(texts.at(-1) ?? '') ? texts.slice(0, -1) : texts).join('\n');
  },
};
