// Versions of the peers, from the files that pin them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, installed } from './paths.js';

export const requirements = (name) => join(here, 'requirements', `${name}.txt`);

/** Returns the pinned version of a peer; for one that is not installed by compare/install, the version that the program prints, or an empty
 * text. */
export function versionOf({ name, install, version }) {
  if (!install) return version?.() ?? '';
  if (install.origin === 'npm') return install.version;
  return readFileSync(requirements(install.place ?? name), 'utf8').split('\n').find((line) => line.startsWith(`${install.package}==`)).split('==')[1];
}

export const isInstalled = ({ name, install }) => !install || existsSync(installed(install.place ?? name, 'installed.txt'));
