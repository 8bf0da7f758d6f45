// Paths of this tree, of the installed peers (outside it), and of a temporary folder for this run.

import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const here = dirname(dirname(fileURLToPath(import.meta.url)));
export const project = dirname(here);
export const plimsoll = process.env.PLIMSOLL ?? join(project, 'plimsoll');

/** Where compare/install puts the peers. */
export const home = process.env.COMPARE_HOME ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plimsoll-compare');
export const installed = (name, ...rest) => join(home, name, ...rest);
export const program = (name, command) => installed(name, 'bin', command);

/** The folder in which tiktoken finds its vocabulary (ranks), so that peers do not download it. */
export const rankFolder = installed('ranks');

export const folder = mkdtempSync(join(tmpdir(), 'plimsoll-compare-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export const data = join(project, 'docs', 'data', 'comparison');
export const page = join(project, 'docs', 'comparison.md');
