// Paths of Plimsoll and the suite, and a temporary folder for this run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));

export const plimsoll = process.env.PLIMSOLL ?? join(dirname(here), 'plimsoll');
export const page = join(dirname(here), 'docs', 'reference', 'conformance.md');
export const suite = join(here, 'node_modules', '@modelcontextprotocol', 'conformance');
export const folder = mkdtempSync(join(tmpdir(), 'plimsoll-conformance-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The command line of our test server. */
export const fixture = (...args) => [process.execPath, join(here, 'server', 'main.js'), ...args];

/** The environment of a machine without any Plimsoll settings. */
export const environment = {
  ...process.env,
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_DATA_HOME: join(folder, 'data'),
};
