// FastMCP's ResponseLimitingMiddleware, in front of the upstream with create_proxy: python/limit.py.

import { join } from 'node:path';
import { here, program } from '../lib/paths.js';

const SIZES = { defaults: '0', tuned: '16000', passing: '100000000' };

export default {
  name: 'fastmcp',
  title: 'FastMCP, response limiting',
  install: { origin: 'PyPI', package: 'fastmcp' },
  canPass: true,
  forms: ['defaults', 'tuned'],
  tunedHow: '`max_size=16000` (documentation of the class; the number is our choice: about 4,000 tokens)',
  start: ({ upstream, form }) => ({
    command: program('fastmcp', 'python'),
    args: [join(here, 'python', 'limit.py'), SIZES[form], ...upstream],
    env: { FASTMCP_LOG_LEVEL: 'ERROR', FASTMCP_SHOW_SERVER_BANNER: 'false' },
  }),
  tool: (name) => name,
  next: () => undefined,
};
