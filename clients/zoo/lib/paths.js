// Paths of Plimsoll, of the installed servers, and of a temporary folder for this run.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const zooFolder = dirname(dirname(fileURLToPath(import.meta.url)));
export const project = dirname(dirname(zooFolder));
export const plimsoll = process.env.PLIMSOLL ?? join(project, 'plimsoll');
export const folder = mkdtempSync(join(tmpdir(), 'plimsoll-zoo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export const modules = join(zooFolder, 'node_modules');
export const venv = (name, program = name) => join(zooFolder, '.venv', name, 'bin', program);

/** Environment variables of a machine without settings of Plimsoll, with Go on the PATH. */
export const environment = {
  ...process.env,
  PATH: [process.env.PATH, '/usr/local/go/bin'].join(delimiter),
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_DATA_HOME: join(folder, 'data'),
};

/** Runs Python code in the virtual environment of a server, with a JSON value on standard input. */
export function python(name, program, input) {
  execFileSync(venv(name, 'python'), ['-c', program], { input: JSON.stringify(input), stdio: ['pipe', 'ignore', 'inherit'] });
}

export const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const go = process.env.GO ?? '/usr/local/go/bin/go';
export const gopls = join(zooFolder, '.go', 'gopls');
