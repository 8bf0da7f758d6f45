// What a promise starts and does to the machine, and how it is undone behind it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll as close, endAll, folder, Program } from '../../replicas/lib/program.js';

export { eventually, freePort, listens, logs, pause } from '../../replicas/lib/program.js';

const undone = [];

export const add = (...what) => new Program(...what);

/** A new folder, which is gone in the end. */
export function place(name) {
  const made = join(folder, name);
  mkdirSync(made);
  return made;
}

/** What has to be undone when all programs have ended. */
export const atEnd = (undo) => undone.unshift(undo);

/** Ends what has been started so far and undoes what has been done; folders stay. */
export async function clear() {
  await endAll();
  for (const undo of undone.splice(0)) await undo();
}

export async function closeAll() {
  await clear();
  await close();
}
