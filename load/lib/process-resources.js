// Measures the resources of a process with Linux and the JVM.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { folder } from '../../replicas/lib/managed-process.js';

const run = promisify(execFile);
const JCMD = process.env.JCMD ?? 'jcmd';
const MB = 1 << 20;

const read = (path) => readFileSync(path, 'latin1');

function children(pid) {
  let count = 0;
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = read(`/proc/${each}/stat`);
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) count += 1;
    } catch {
      // the process has ended
    }
  }
  return count;
}

function bytesIn(directory) {
  let sum = 0;
  let entries = [];
  try {
    entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  } catch {
    return 0;
  }
  for (const entry of entries.filter((each) => each.isFile())) {
    try {
      sum += statSync(join(entry.parentPath ?? entry.path, entry.name)).size;
    } catch {
      // the file has been removed
    }
  }
  return sum;
}

/** Threads of the compilers and the garbage collector, whose number varies. */
const JVM_THREADS = /^(C[12] Compiler|GC Thread|G1 |Training replay)/;

/** Returns the number of threads without those of the JVM. A thread can end while they are counted. */
function threads(pid) {
  return readdirSync(`/proc/${pid}/task`).filter((task) => {
    try {
      return !JVM_THREADS.test(readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8'));
    } catch {
      return false;
    }
  }).length;
}

/** Returns values that can be read without disturbing the process. Sizes are in megabytes. */
export function resources({ child: { pid }, data }) {
  const status = read(`/proc/${pid}/status`);
  const spill = bytesIn(join(data, 'data', 'spill')) + bytesIn(join(data, 'spill'));
  return {
    resident: Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024,
    threads: threads(pid),
    files: readdirSync(`/proc/${pid}/fd`).length,
    processes: children(pid),
    spill: spill / MB,
    data: (bytesIn(data) - spill) / MB,
  };
}

/** Returns the heap after a garbage collection, and the number of virtual threads. A thread dump also contains this number, but it can crash Java 25. */
export async function heap({ child: { pid } }) {
  const commands = join(folder, `jcmd-${pid}`);
  writeFileSync(commands, 'GC.run\nGC.heap_info\nGC.class_histogram\n');
  const { stdout } = await run(JCMD, [String(pid), '-f', commands], { maxBuffer: 1 << 26 });
  const used = /total(?: reserved)? \d+K,(?: committed \d+K,)? used (\d+)K/.exec(stdout);
  if (!used) throw new Error(`jcmd printed no heap size: ${stdout.slice(0, 500)}`);
  const virtual = /^\s*\d+:\s+(\d+)\s+\d+\s+java\.lang\.VirtualThread[ \n]/m.exec(stdout);
  return { heap: Number(used[1]) / 1024, virtual: virtual ? Number(virtual[1]) : 0 };
}

export const allResources = async (gateway) => ({ ...(await heap(gateway)), ...resources(gateway) });

/** Returns the classes with the most bytes, to find what grew. */
export async function histogram({ child: { pid } }, lines = 25) {
  const { stdout } = await run(JCMD, [String(pid), 'GC.class_histogram'], { maxBuffer: 1 << 26 });
  return stdout.split('\n').slice(0, lines + 4).join('\n');
}
