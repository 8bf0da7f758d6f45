// FastMCP's ResponseLimitingMiddleware, in front of the upstream with create_proxy: python/limit.py.

import { join } from 'node:path';
import { here, program } from '../lib/paths.js';

export default {
  name: 'fastmcp',
  title: 'FastMCP, response limiting',
  install: { origin: 'PyPI', package: 'fastmcp' },
  forms: ['defaults', 'tuned'],
  tunedHow: '`max_size=16000`',
  start: ({ upstream, form }) => ({
    command: program('fastmcp', 'python'),
    args: [join(here, 'python', 'limit.py'), form === 'tuned' ? '16000' : '0', ...upstream],
    env: { FASTMCP_LOG_LEVEL: 'ERROR', FASTMCP_SHOW_SERVER_BANNER: 'false' },
  }),
  tool: (name) => name,
  next: () => undefined,
};
