// A disk that fills up or becomes read-only, under a store on disk, a store in memory that spills, and telemetry.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { onCleanup, place } from './lib/processes.js';
import { askRecords, askSmall, followUp, millisUntil, Tally, traffic, walkRecords } from './lib/calls.js';
import { describe, health, startGateway, usage } from './lib/gateway.js';

const NEEDS_ROOT = 'skipped: needs root, to mount a tmpfs';
const SMALL = 24;
let mounts = 0;

/** A disk of that many MB, or null if not available. */
function disk(megabytes) {
  mounts += 1;
  const at = place(`disk-${mounts}`);
  if (process.getuid() !== 0) return null;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], { stdio: 'pipe' });
  } catch {
    return null;
  }
  onCleanup(() => execFileSync('umount', ['-l', at]));
  return at;
}

/** Mounts read-only over the folder. Files that are open for writing prevent remounting the disk itself. */
function turnReadOnly(at) {
  execFileSync('mount', ['--bind', at, at]);
  execFileSync('mount', ['-o', 'remount,bind,ro', at]);
}

const turnWritable = (at) => execFileSync('umount', ['-l', at]);

/** Fills the disk completely. */
function fill(at) {
  const { bavail, bsize } = statfsSync(at);
  try {
    writeFileSync(join(at, 'ballast'), Buffer.alloc(Math.max(bavail * bsize, bsize)));
  } catch (error) {
    assert.equal(error.code, 'ENOSPC');
  }
  assert.ok(existsSync(join(at, 'ballast')));
}

const large = 3000;

/** Results stored during the fault, results stored before it, and small results: the outcomes of each. */
async function meanwhile(it, before, times = 10) {
  const [cut, read, small] = [new Tally(), new Tally(), new Tally()];
  for (let i = 0; i < times; i += 1) {
    for (const caller of ['ada', 'bob']) {
      cut.add(await askRecords(it, caller, 100 + i, large));
      small.add(await askSmall(it, caller));
    }
    for (const rest of before) read.add(await followUp(it, rest));
  }
  small.check({ good: 2 * times });
  for (const tally of [cut, read]) tally.check({ good: 0 }); // the required numbers are checked by the callers
  return { cut, read };
}

async function storeResults(it) {
  const kept = [];
  for (const caller of ['ada', 'bob']) kept.push((await askRecords(it, caller, 1, large)).rest);
  assert.ok(kept.every(Boolean));
  return kept;
}

/** Checks that the gateway reports itself degraded and recovers by itself. */
async function checkRecovery(it, end, before) {
  const { status } = await health(it);
  end();
  const millis = await millisUntil('it keeps again', async () => (await walkRecords(it, 'ada', 500, large)).kind === 'good');
  for (const rest of before) assert.equal((await followUp(it, rest)).kind, 'good', 'what was kept before');
  const up = await millisUntil('/health says up', async () => (await health(it)).status === 'up', 90_000);
  return { status, millis, up };
}

export const stores = {
  'a disk that is full, below a store on disk and telemetry': async () => {
    const at = disk(SMALL);
    if (!at) return NEEDS_ROOT;
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk' } } });
    const before = await storeResults(it);
    fill(at);
    const { cut, read } = await meanwhile(it, before);
    assert.equal(cut.counts.cut, 20, `answers without a store: ${cut}`);
    assert.equal(read.counts.good, 20, `what was kept before: ${read}`);
    const { telemetry } = await health(it);
    const { status, millis, up } = await checkRecovery(it, () => rmSync(join(at, 'ballast')), before);
    return `${SMALL} MB, no byte left: first answers ${cut}; readings ${read}; /health said ${status}, ${telemetry?.lost ?? 0} records lost; with room again kept after ${millis} ms, up after ${up} ms; ${describe(usage(it))}`;
  },

  'a disk that fills up under load': async () => {
    const at = disk(SMALL);
    if (!at) return NEEDS_ROOT;
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk', maxBytes: '1GB' } } });
    const before = await storeResults(it);
    const tally = new Tally();
    // about 40 MB of results that do not compress
    for (let i = 0; i < 40; i += 1) for (const answer of await Promise.all(['ada', 'bob'].map((caller) => askRecords(it, caller, 10 + i, 5000)))) tally.add(answer);
    tally.check();
    assert.ok(tally.counts.cut > 0 && tally.counts.good > 0, `${tally}`);
    for (const rest of before) assert.equal((await followUp(it, rest)).kind, 'good');
    await it.end('SIGKILL');
    await it.start();
    for (const rest of before) assert.equal((await followUp(it, rest)).kind, 'good', 'after kill -9 on a full disk');
    return `${tally}; after kill -9 it starts on the full disk and reads what was kept; ${describe(usage(it))}`;
  },

  'a disk that turns read-only': async () => {
    const at = disk(64);
    if (!at) return NEEDS_ROOT;
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk' } } });
    const before = await storeResults(it);
    turnReadOnly(at);
    const { cut, read } = await meanwhile(it, before);
    assert.equal(cut.counts.cut, 20, `answers without a store: ${cut}`);
    assert.equal(read.counts.good, 20, `what was kept before: ${read}`);
    const { status, millis, up } = await checkRecovery(it, () => turnWritable(at), before);
    return `first answers ${cut}; readings ${read}; /health said ${status}; writable again: kept after ${millis} ms, up after ${up} ms`;
  },

  'a gateway that starts where it may write nothing': async () => {
    const at = disk(8);
    if (!at) return NEEDS_ROOT;
    turnReadOnly(at);
    onCleanup(() => turnWritable(at));
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk' } } });
    const tally = new Tally();
    for (const caller of ['ada', 'bob']) tally.add(await walkRecords(it, caller, 1, large));
    tally.check();
    assert.equal(tally.counts.good, 2, `memory stands in: ${tally}`);
    const { status } = await health(it);
    assert.equal(status, 'degraded');
    return `it starts, /health says ${status}, results are kept in memory: ${tally}`;
  },

  'a store in memory that spills to a disk that is full': async () => {
    const at = disk(8);
    if (!at) return NEEDS_ROOT;
    const spill = { dir: join(at, 'spill'), maxBytes: '1GB' };
    const it = await startGateway({ settings: { store: { type: 'memory', maxBytes: '4MB', spill } } });
    fill(at);
    const tally = new Tally();
    const kept = [];
    for (let i = 0; i < 30; i += 1) {
      for (const caller of ['ada', 'bob']) {
        const answer = tally.add(await askRecords(it, caller, i, large));
        if (answer.rest) kept.push(answer.rest);
      }
    }
    tally.check();
    const read = new Tally();
    for (const rest of kept) read.add(await followUp(it, rest));
    read.check();
    assert.equal(read.counts.good, kept.length, `every cursor that was handed out: ${read}`);
    assert.ok(tally.counts.cut > 0, `${tally}`);
    rmSync(join(at, 'ballast'));
    const back = await millisUntil('it keeps again', async () => (await walkRecords(it, 'ada', 500, large)).kind === 'good');
    return `4 MB of memory, no byte on the disk: ${tally}; the ${kept.length} cursors handed out all right; with room again kept after ${back} ms`;
  },

  'traffic of both callers beside a disk that is full and free by turns': async () => {
    const at = disk(SMALL);
    if (!at) return NEEDS_ROOT;
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk' } } });
    const stop = traffic(it);
    for (let i = 0; i < 5; i += 1) {
      fill(at);
      await new Promise((resolve) => setTimeout(resolve, 500));
      rmSync(join(at, 'ballast'));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const tally = await stop();
    return `5 turns: ${tally}; ${describe(usage(it))}`;
  },
};
