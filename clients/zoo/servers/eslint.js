// Tests @eslint/mcp, with a folder of 12 modules that have problems.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { moduleSource } from '../lib/data.js';
import { modules } from '../lib/paths.js';

const SOURCES = Array.from({ length: 12 }, (_, i) => moduleSource(i, 20));
const occurrences = (text) => SOURCES.reduce((all, source) => all + source.split(text).length - 1, 0);

/** Returns the first of the modules with the fewest unused variables. */
function fewestUnused() {
  const counts = SOURCES.map((source) => source.split('const unused').length);
  return counts.indexOf(Math.min(...counts));
}

export default {
  name: 'eslint',
  origin: 'npm',
  package: '@eslint/mcp',
  prepare(folder) {
    const root = join(folder, 'project');
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    writeFileSync(join(root, 'eslint.config.js'), "export default [{ rules: { eqeqeq: 'error', 'no-unused-vars': 'warn' } }];\n");
    const files = Array.from({ length: 12 }, (_, i) => join(root, `src/module${i}.js`));
    files.forEach((file, i) => writeFileSync(file, SOURCES[i]));
    return {
      command: [process.execPath, join(modules, '@eslint/mcp/src/mcp-cli.js')],
      cwd: root,
      cases: [
        {
          description: 'the problems of 12 files',
          tool: 'lint-files',
          args: { filePaths: files },
          format: 'json',
          notice: /Items 1-\d+ of 14/,
          questions: [
            { question: 'How many errors are there?', query: 'map(objects.errorCount) | add', expected: occurrences(' == ') },
            { question: 'How many variables are not used?', query: '[.[] | objects.messages[] | select(.ruleId == "no-unused-vars")] | length', expected: occurrences('const unused') },
            { question: 'Which file has fewest warnings?', query: '[.[] | objects] | min_by(.warningCount).filePath | split("/")[-1]', expected: `module${fewestUnused()}.js` },
          ],
        },
      ],
    };
  },
};
