// @eslint/mcp, with a folder of 60 modules that have mistakes.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { moduleSource } from '../lib/data.js';
import { modules } from '../lib/paths.js';

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
    files.forEach((file, i) => writeFileSync(file, moduleSource(i, 20)));
    return {
      command: [process.execPath, join(modules, '@eslint/mcp/src/mcp-cli.js')],
      cwd: root,
      cases: [{ what: 'the problems of 12 files', tool: 'lint-files', args: { filePaths: files } }],
    };
  },
};
