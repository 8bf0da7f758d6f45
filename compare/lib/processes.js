// Reads child processes, memory, and the load of the machine from /proc.

import { readdirSync, readFileSync } from 'node:fs';

/** Memory pages of 4 KB in a megabyte. */
const PAGES_PER_MEGABYTE = 256;

function children() {
  const found = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      found.set(parent, [...(found.get(parent) ?? []), Number(name)]);
    } catch {
      // it has ended
    }
  }
  return found;
}

/** Returns the ids of a process and all its descendants. */
export function treeOf(pid) {
  const below = children();
  const found = [pid];
  for (let i = 0; i < found.length; i++) found.push(...(below.get(found[i]) ?? []));
  return found;
}

/** Returns the resident megabytes of a process and its descendants, without processes for whose command line (a list of words) `isUpstream`
 * is true. */
export function memoryOf(pid, isUpstream = () => false) {
  let megabytes = 0;
  for (const each of treeOf(pid)) {
    try {
      if (isUpstream(readFileSync(`/proc/${each}/cmdline`, 'utf8').split('\0'))) continue;
      megabytes += Number(readFileSync(`/proc/${each}/statm`, 'utf8').split(' ')[1]) / PAGES_PER_MEGABYTE;
    } catch {
      // it has ended
    }
  }
  return megabytes;
}

/** Returns the load average of the last minute. */
export const load = () => Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]);
