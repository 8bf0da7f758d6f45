// Too few files, threads, and bytes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { onCleanup, pause } from './lib/processes.js';
import { ask, askRecords, askSmall, followUp, millisUntil, Tally, traffic, walkRecords } from './lib/calls.js';
import { describe, SERVER, startGateway, usage } from './lib/gateway.js';

const SPARE_FILES = 40;
const SPARE_THREADS = 1;
// the server behind the gateway must not be the slow part
const servers = { harbour: { command: SERVER, timeouts: { request: '12s', start: '20s' } } };
const HEAP = 160;
// memory of the JVM outside its heap
const BESIDES = 350;

/** A group of processes whose number the kernel limits; null if not available. */
function group() {
  const roots = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup'].filter((root) => existsSync(join(root, 'cgroup.procs')));
  if (process.getuid() !== 0 || roots.length === 0) return null;
  const at = join(roots[0], `plimsoll-faults-${process.pid}`);
  try {
    mkdirSync(at);
  } catch {
    return null;
  }
  onCleanup(() => rmdirSync(at));
  if (!existsSync(join(at, 'pids.max'))) return null;
  return {
    take: (pid) => writeFileSync(join(at, 'cgroup.procs'), String(pid)),
    now: () => Number(readFileSync(join(at, 'pids.current'), 'utf8')),
    limit: (most) => writeFileSync(join(at, 'pids.max'), String(most)),
    hits: () => Number(readFileSync(join(at, 'pids.events'), 'utf8').match(/max (\d+)/)[1]),
  };
}

const opened = (port) => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(socket)).once('error', () => resolve(socket));
  socket.on('error', () => {});
});

export const limits = {
  'the gateway runs out of files': async () => {
    if (spawnSync('prlimit', ['--version']).status !== 0) return 'skipped: needs prlimit';
    const it = await startGateway({ servers, settings: { store: { type: 'disk' } } });
    const before = (await askRecords(it, 'ada', 1, 3000)).rest;
    await askSmall(it, 'bob');
    await pause(1000);
    const clean = usage(it);
    const most = clean.files + SPARE_FILES;
    assert.equal(spawnSync('prlimit', ['--pid', String(it.child.pid), `--nofile=${most}:${most}`]).status, 0);
    const sockets = await Promise.all(Array.from({ length: SPARE_FILES + 20 }, () => opened(it.port)));
    await pause(500);
    const full = usage(it);
    assert.ok(full.files >= most - 2, `${full.files} of ${most} files`);
    // some calls get in as others end: each gets an answer or no connection, and none a wrong answer
    const during = new Tally();
    const asked = Promise.all(Array.from({ length: 10 }, async (_, i) => during.add(await askRecords(it, ['ada', 'bob'][i % 2], 50 + i, 3000))));
    await pause(3000);
    for (const socket of sockets) socket.destroy();
    await asked;
    during.check();
    const back = await millisUntil('the gateway stores and reads results', async () => (await walkRecords(it, 'bob', 99, 3000)).kind === 'good');
    assert.equal((await followUp(it, before)).kind, 'good');
    await pause(1000);
    const after = usage(it);
    assert.ok(after.files < most, 'no file stays open');
    return `limit ${most} files, ${sockets.length} silent connections for 3 s: ${full.files} files; ten calls during this time: ${during}; recovered ${back} ms after these connections closed; before: ${describe(clean)}, after: ${describe(after)}`;
  },

  'the gateway cannot start threads or processes': async () => {
    const threads = group();
    if (!threads) return 'skipped: needs root and the cgroup controller pids';
    const it = await startGateway({ servers });
    threads.take(it.child.pid);
    const before = (await askRecords(it, 'ada', 1, 3000)).rest;
    await askSmall(it, 'bob');
    const clean = usage(it);
    threads.limit(threads.now() + SPARE_THREADS);
    const during = new Tally();
    for (let turn = 0; turn < 5; turn += 1) {
      const asked = Array.from({ length: 20 }, (_, i) => askRecords(it, ['ada', 'bob'][i % 2], turn * 20 + i, 3000));
      for (const answer of await Promise.all(asked)) during.add(answer);
    }
    during.check();
    const hits = threads.hits();
    threads.limit('max');
    const back = await millisUntil('the gateway stores and reads results', async () => (await walkRecords(it, 'bob', 999, 3000)).kind === 'good');
    assert.equal((await followUp(it, before)).kind, 'good');
    return `limit ${SPARE_THREADS} more thread or process, 100 calls, 20 at a time: ${during}; the kernel refused ${hits} times; recovered after ${back} ms; before: ${describe(clean)}, after: ${describe(usage(it))}`;
  },

  'the heap is too small for the results': async () => {
    const it = await startGateway({ servers, options: `-Xmx${HEAP}m`, settings: { store: { maxBytes: '64MB' } } });
    const before = (await askRecords(it, 'ada', 1, 3000)).rest;
    const clean = usage(it);
    const large = new Tally();
    // 9 MB each, and some copies: eight at a time are more than the heap has
    const right = (of) => (result) => !JSON.stringify(result).includes(`"of":"${of === 'ada' ? 'bob' : 'ada'}"`);
    for (let turn = 0; turn < 3; turn += 1) {
      const asked = Array.from({ length: 8 }, (_, i) => {
        const of = ['ada', 'bob'][i % 2];
        return ask(it, of, 'records', { of, seed: turn * 8 + i, count: 90_000 }, right(of));
      });
      for (const answer of await Promise.all(asked)) large.add(answer);
    }
    // collection takes time, and the server's timeout may be added; after 30 s no call waits
    large.check({ longest: 30_000, good: 0 }); // a slow machine may answer none in time
    const back = await millisUntil('the gateway stores and reads results', async () => (await walkRecords(it, 'bob', 999, 1000)).kind === 'good');
    const stop = traffic(it);
    await pause(2000);
    const small = await stop();
    assert.ok(small.counts.good > 0, `${small}`);
    const read = await followUp(it, before);
    assert.ok(read.kind === 'good' || read.code === 'CURSOR_EXPIRED', `${read.kind} ${read.code}`);
    const after = usage(it);
    assert.ok(after.peak < HEAP + BESIDES, `${after.peak} MB`);
    return `-Xmx${HEAP}m, 24 results of 9 MB, 8 at a time: ${large}; recovered after ${back} ms, then ${small}; before: ${describe(clean)}, after: ${describe(after)}`;
  },
};
