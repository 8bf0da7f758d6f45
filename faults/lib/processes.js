// The processes that a test starts, and how its changes to the machine are undone.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll as close, endAll, folder, ManagedProcess } from '../../replicas/lib/managed-process.js';

export { freePort, listens, logs, pause, waitFor } from '../../replicas/lib/managed-process.js';

const undone = [];

export const add = (...what) => new ManagedProcess(...what);

/** Creates a folder that is removed at the end of the run. */
export function place(name) {
  const made = join(folder, name);
  mkdirSync(made);
  return made;
}

/** Registers an action for after the end of all programs. */
export const onCleanup = (undo) => undone.unshift(undo);

/** Ends all programs and undoes all changes; folders stay. */
export async function clear() {
  await endAll();
  for (const undo of undone.splice(0)) await undo();
}

export async function closeAll() {
  await clear();
  await close();
}
