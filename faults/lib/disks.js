// Mounts small disks for tests that fill them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createFolder, onCleanup } from './processes.js';

export const NEEDS_ROOT = 'skipped: needs root, to mount a tmpfs';

let mounts = 0;

/** Mounts a disk of the given size. Returns its folder, or null if that is not possible. */
export function mountDisk(megabytes, options = '') {
  mounts += 1;
  const directory = createFolder(`disk-${mounts}`);
  if (process.getuid() !== 0) return null;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m${options}`, 'tmpfs', directory], { stdio: 'pipe' });
  } catch {
    return null;
  }
  onCleanup(() => execFileSync('umount', ['-l', directory]));
  return directory;
}

/** Fills the disk completely. */
export function fillDisk(directory) {
  const { bavail, bsize } = statfsSync(directory);
  try {
    writeFileSync(join(directory, 'ballast'), Buffer.alloc(Math.max(bavail * bsize, bsize)));
  } catch (error) {
    assert.equal(error.code, 'ENOSPC');
  }
  assert.ok(existsSync(join(directory, 'ballast')));
}
