// Starts the processes of a test, and undoes its changes to the machine.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll as closeProcesses, endAll, folder, ManagedProcess } from '../../replicas/lib/managed-process.js';

export { freePort, listens, logs, pause, waitFor } from '../../replicas/lib/managed-process.js';

const cleanups = [];

export const createProcess = (...args) => new ManagedProcess(...args);

/** Creates a folder that is removed at the end of the run. */
export function createFolder(name) {
  const directory = join(folder, name);
  mkdirSync(directory);
  return directory;
}

/** Registers an action that runs after all processes have ended. */
export const onCleanup = (cleanup) => cleanups.unshift(cleanup);

/** Ends all processes and undoes all changes, but keeps the folders. */
export async function cleanUp() {
  await endAll();
  for (const cleanup of cleanups.splice(0)) await cleanup();
}

export async function closeAll() {
  await cleanUp();
  await closeProcesses();
}
