// Serves the results of `bench answers`: answers.js FOLDER. Each file NAME.json there is what the tool NAME returns.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { schema, serve } from './rpc.js';

const [folder] = process.argv.slice(2);
const names = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'tasks.json').map((file) => file.slice(0, -5));
serve('answers', names.map((name) => ({
  name,
  description: `Returns ${name.slice(name.indexOf('_') + 1).replaceAll('_', ' ')}.`,
  inputSchema: schema(),
  annotations: { readOnlyHint: true },
  run: () => readFileSync(join(folder, `${name}.json`), 'utf8'),
})));
