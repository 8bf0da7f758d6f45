// tooner: writes JSON as TOON; the answer contains the whole result.

import { installed } from '../lib/paths.js';

export default {
  name: 'tooner',
  title: 'tooner',
  install: { origin: 'npm', package: '@chaindead/tooner_linux_amd64', version: '0.2.6' },
  forms: ['defaults'],
  tunedHow: 'it has no option',
  // it writes tooner.log into the working directory
  start: ({ upstream, folder }) => ({ command: installed('tooner', 'node_modules', '@chaindead', 'tooner_linux_amd64', 'tooner'), args: upstream, cwd: folder }),
  tool: (name) => name,
  next: () => undefined,
};
