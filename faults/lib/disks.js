// Small disks, for tests that fill them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { onCleanup, place } from './processes.js';

export const NEEDS_ROOT = 'skipped: needs root, to mount a tmpfs';

let mounts = 0;

/** A disk of that many MB, or null if not available. */
export function disk(megabytes, options = '') {
  mounts += 1;
  const at = place(`disk-${mounts}`);
  if (process.getuid() !== 0) return null;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m${options}`, 'tmpfs', at], { stdio: 'pipe' });
  } catch {
    return null;
  }
  onCleanup(() => execFileSync('umount', ['-l', at]));
  return at;
}

/** Fills the disk completely. */
export function fill(at) {
  const { bavail, bsize } = statfsSync(at);
  try {
    writeFileSync(join(at, 'ballast'), Buffer.alloc(Math.max(bavail * bsize, bsize)));
  } catch (error) {
    assert.equal(error.code, 'ENOSPC');
  }
  assert.ok(existsSync(join(at, 'ballast')));
}
