// FastMCP's CodeMode and toolplane: tools with which a model writes a program that calls other tools. Only the table `programs` measures
// them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsed, textOf } from '../lib/answer.js';
import { here, program } from '../lib/paths.js';

const string = JSON.stringify;
/** The most calls of a program in the tuned form. CodeMode's default, 50, is too low for four of the questions. */
const MAX_CALLS = '200';

export const codeMode = {
  name: 'codemode',
  title: 'FastMCP, CodeMode',
  only: ['programs'],
  install: { origin: 'PyPI', package: 'fastmcp', place: 'fastmcp' },
  forms: ['defaults', 'tuned'],
  tunedHow: '`CodeMode(max_tool_calls=200)`; the default is 50',
  start: ({ upstream, form }) => ({
    command: program('fastmcp', 'python'),
    args: [join(here, 'python', 'code_mode.py'), form === 'tuned' ? MAX_CALLS : '0', ...upstream],
    env: { FASTMCP_LOG_LEVEL: 'ERROR' },
  }),
  write: (code) => ['execute', { code }],
  /** Returns the value of a program; undefined if it failed. */
  value: (result) => (result.isError ? undefined : (result.structuredContent?.result ?? parsed(textOf(result)) ?? textOf(result))),
};

export const toolplane = {
  name: 'toolplane',
  title: 'toolplane',
  only: ['programs'],
  install: { origin: 'PyPI', package: 'toolplane' },
  forms: ['defaults'],
  start({ upstream, folder }) {
    const config = join(folder, 'toolplane.toml');
    writeFileSync(config, `[toolplane]\ndefault_backend = "monty"\n[cli]\nmode = "disabled"\n[mcp.servers.tracker]\ncommand = ${string(upstream[0])}\nargs = ${string(upstream.slice(1))}\n`);
    return { command: program('toolplane', 'toolplane'), args: ['serve', 'mcp', '--config', config], env: { HOME: folder } };
  },
  write: (code) => ['execute_code', { code }],
  value: (result) => (result.isError || result.structuredContent?.error ? undefined : result.structuredContent?.value),
};
