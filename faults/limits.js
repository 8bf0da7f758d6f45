// Tests a gateway with too few files, threads, and bytes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { onCleanup, pause } from './lib/processes.js';
import { callRecords, callSmall, callTool, measureUntil, readAllRecords, readNext, Tally, traffic } from './lib/calls.js';
import { describe, SERVER, startGateway, usage } from './lib/gateway.js';

const SPARE_FILES = 40;
const SPARE_THREADS = 1;
// a slow server must not cause timeouts
const servers = { harbour: { command: SERVER, timeouts: { request: '12s', start: '20s' } } };
const HEAP_MB = 160;
// memory of the JVM outside its heap
const NON_HEAP_MB = 350;

/** Creates a cgroup that limits the number of processes. Returns null if that is not possible. */
function createProcessGroup() {
  const roots = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup'].filter((root) => existsSync(join(root, 'cgroup.procs')));
  if (process.getuid() !== 0 || roots.length === 0) return null;
  const directory = join(roots[0], `plimsoll-faults-${process.pid}`);
  try {
    mkdirSync(directory);
  } catch {
    return null;
  }
  onCleanup(() => rmdirSync(directory));
  if (!existsSync(join(directory, 'pids.max'))) return null;
  return {
    add: (pid) => writeFileSync(join(directory, 'cgroup.procs'), String(pid)),
    now: () => Number(readFileSync(join(directory, 'pids.current'), 'utf8')),
    limit: (max) => writeFileSync(join(directory, 'pids.max'), String(max)),
    hits: () => Number(readFileSync(join(directory, 'pids.events'), 'utf8').match(/max (\d+)/)[1]),
  };
}

const openSocket = (port) => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(socket)).once('error', () => resolve(socket));
  socket.on('error', () => {});
});

export const limits = {
  'the gateway runs out of files': async () => {
    if (spawnSync('prlimit', ['--version']).status !== 0) return 'skipped: needs prlimit';
    const gateway = await startGateway({ servers, settings: { store: { type: 'disk' } } });
    const before = (await callRecords(gateway, 'ada', 1, 3000)).nextRead;
    await callSmall(gateway, 'bob');
    await pause(1000);
    const clean = usage(gateway);
    const maxFiles = clean.files + SPARE_FILES;
    assert.equal(spawnSync('prlimit', ['--pid', String(gateway.child.pid), `--nofile=${maxFiles}:${maxFiles}`]).status, 0);
    const sockets = await Promise.all(Array.from({ length: SPARE_FILES + 20 }, () => openSocket(gateway.port)));
    await pause(500);
    const usageAtLimit = usage(gateway);
    assert.ok(usageAtLimit.files >= maxFiles - 2, `${usageAtLimit.files} of ${maxFiles} files`);
    // each call gets an answer or no connection, but no wrong answer
    const during = new Tally();
    const calls = Promise.all(Array.from({ length: 10 }, async (_, i) => during.add(await callRecords(gateway, ['ada', 'bob'][i % 2], 50 + i, 3000))));
    await pause(3000);
    for (const socket of sockets) socket.destroy();
    await calls;
    during.check();
    const recoveryMillis = await measureUntil('the gateway stores and reads results', async () => (await readAllRecords(gateway, 'bob', 99, 3000)).kind === 'good');
    assert.equal((await readNext(gateway, before)).kind, 'good');
    await pause(1000);
    const after = usage(gateway);
    assert.ok(after.files < maxFiles, 'no file stays open');
    return `limit ${maxFiles} files, ${sockets.length} silent connections for 3 s: ${usageAtLimit.files} files; ten calls during this time: ${during}; recovered ${recoveryMillis} ms after these connections closed; before: ${describe(clean)}, after: ${describe(after)}`;
  },

  'the gateway cannot start threads or processes': async () => {
    const threads = createProcessGroup();
    if (!threads) return 'skipped: needs root and the cgroup controller pids';
    const gateway = await startGateway({ servers });
    threads.add(gateway.child.pid);
    const before = (await callRecords(gateway, 'ada', 1, 3000)).nextRead;
    await callSmall(gateway, 'bob');
    const clean = usage(gateway);
    threads.limit(threads.now() + SPARE_THREADS);
    const during = new Tally();
    for (let turn = 0; turn < 5; turn += 1) {
      const calls = Array.from({ length: 20 }, (_, i) => callRecords(gateway, ['ada', 'bob'][i % 2], turn * 20 + i, 3000));
      for (const answer of await Promise.all(calls)) during.add(answer);
    }
    during.check();
    const hits = threads.hits();
    threads.limit('max');
    const recoveryMillis = await measureUntil('the gateway stores and reads results', async () => (await readAllRecords(gateway, 'bob', 999, 3000)).kind === 'good');
    assert.equal((await readNext(gateway, before)).kind, 'good');
    return `limit ${SPARE_THREADS} more thread or process, 100 calls, 20 at a time: ${during}; the kernel refused ${hits} times; recovered after ${recoveryMillis} ms; before: ${describe(clean)}, after: ${describe(usage(gateway))}`;
  },

  'the heap is too small for the results': async () => {
    const gateway = await startGateway({ servers, options: `-Xmx${HEAP_MB}m`, settings: { store: { maxBytes: '64MB' } } });
    const before = (await callRecords(gateway, 'ada', 1, 3000)).nextRead;
    const clean = usage(gateway);
    const large = new Tally();
    // eight results of 9 MB at a time, with copies, need more memory than the heap has
    const isOfCaller = (caller) => (result) => !JSON.stringify(result).includes(`"of":"${caller === 'ada' ? 'bob' : 'ada'}"`);
    for (let turn = 0; turn < 3; turn += 1) {
      const calls = Array.from({ length: 8 }, (_, i) => {
        const caller = ['ada', 'bob'][i % 2];
        return callTool(gateway, caller, 'records', { of: caller, seed: turn * 8 + i, count: 90_000 }, isOfCaller(caller));
      });
      for (const answer of await Promise.all(calls)) large.add(answer);
    }
    // garbage collection takes time, and the server's timeout is added; after 30 s no call is pending
    large.check({ maxMillis: 30_000, good: 0 }); // a slow machine may answer none in time
    const recoveryMillis = await measureUntil('the gateway stores and reads results', async () => (await readAllRecords(gateway, 'bob', 999, 1000)).kind === 'good');
    const stop = traffic(gateway);
    await pause(2000);
    const small = await stop();
    assert.ok(small.counts.good > 0, `${small}`);
    const read = await readNext(gateway, before);
    assert.ok(read.kind === 'good' || read.code === 'CURSOR_EXPIRED', `${read.kind} ${read.code}`);
    const after = usage(gateway);
    assert.ok(after.peak < HEAP_MB + NON_HEAP_MB, `${after.peak} MB`);
    return `-Xmx${HEAP_MB}m, 24 results of 9 MB, 8 at a time: ${large}; recovered after ${recoveryMillis} ms, then ${small}; before: ${describe(clean)}, after: ${describe(after)}`;
  },
};
