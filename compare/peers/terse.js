// terse: writes JSON in fewer tokens; the answer contains the whole result.

import { join } from 'node:path';
import { program, rankFolder } from '../lib/paths.js';

export default {
  name: 'terse',
  title: 'terse',
  install: { origin: 'PyPI', package: 'terse-mcp', needsRanks: true },
  forms: ['defaults'],
  tunedHow: 'its lossy modes mark single fields in a policy for each tool (README, *Tier 1*), and are not measured',
  start: ({ upstream, folder }) => ({
    command: program('terse', 'terse'),
    args: ['proxy', '--', ...upstream],
    // at run time, it would download the vocabulary of cl100k; compare/install puts it into this folder
    env: { TIKTOKEN_CACHE_DIR: rankFolder, XDG_STATE_HOME: join(folder, 'state') },
  }),
  tool: (name) => name,
  next: () => undefined,
};
