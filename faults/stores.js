// A disk that fills up or becomes read-only, under a store on disk, a store in memory that spills, and telemetry.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { disk, fill, NEEDS_ROOT } from './lib/disks.js';
import { onCleanup } from './lib/processes.js';
import { askRecords, askSmall, followUp, millisUntil, Tally, traffic, walkRecords } from './lib/calls.js';
import { describe, health, startGateway, usage } from './lib/gateway.js';

const SMALL = 24;

/** Mounts read-only over the folder. Files that are open for writing prevent remounting the disk itself. */
function turnReadOnly(at) {
  execFileSync('mount', ['--bind', at, at]);
  execFileSync('mount', ['-o', 'remount,bind,ro', at]);
}

const turnWritable = (at) => execFileSync('umount', ['-l', at]);

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
  const millis = await millisUntil('the gateway stores results again', async () => (await walkRecords(it, 'ada', 500, large)).kind === 'good');
  for (const rest of before) assert.equal((await followUp(it, rest)).kind, 'good', 'earlier results can be read');
  const up = await millisUntil('/health reports up', async () => (await health(it)).status === 'up', 90_000);
  return { status, millis, up };
}

export const stores = {
  'the disk of a store and of telemetry is full': async () => {
    const at = disk(SMALL);
    if (!at) return NEEDS_ROOT;
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk' } } });
    const before = await storeResults(it);
    fill(at);
    const { cut, read } = await meanwhile(it, before);
    assert.equal(cut.counts.cut, 20, `answers without a store: ${cut}`);
    assert.equal(read.counts.good, 20, `earlier results: ${read}`);
    const { telemetry } = await health(it);
    const { status, millis, up } = await checkRecovery(it, () => rmSync(join(at, 'ballast')), before);
    return `${SMALL} MB, no byte left: first answers ${cut}; follow-up reads ${read}; /health reported ${status}, ${telemetry?.lost ?? 0} records lost; with free space, stored again after ${millis} ms, up after ${up} ms; ${describe(usage(it))}`;
  },

  'the disk fills up under load': async () => {
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
    for (const rest of before) assert.equal((await followUp(it, rest)).kind, 'good', 'earlier results can be read after SIGKILL on a full disk');
    return `${tally}; after SIGKILL, the gateway starts on the full disk and reads stored results; ${describe(usage(it))}`;
  },

  'the disk becomes read-only': async () => {
    const at = disk(64);
    if (!at) return NEEDS_ROOT;
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk' } } });
    const before = await storeResults(it);
    turnReadOnly(at);
    const { cut, read } = await meanwhile(it, before);
    assert.equal(cut.counts.cut, 20, `answers without a store: ${cut}`);
    assert.equal(read.counts.good, 20, `earlier results: ${read}`);
    const { status, millis, up } = await checkRecovery(it, () => turnWritable(at), before);
    return `first answers ${cut}; follow-up reads ${read}; /health reported ${status}; writable again: stored after ${millis} ms, up after ${up} ms`;
  },

  'the gateway starts on a read-only disk': async () => {
    const at = disk(8);
    if (!at) return NEEDS_ROOT;
    turnReadOnly(at);
    onCleanup(() => turnWritable(at));
    const it = await startGateway({ settings: { data: join(at, 'data'), store: { type: 'disk' } } });
    const tally = new Tally();
    for (const caller of ['ada', 'bob']) tally.add(await walkRecords(it, caller, 1, large));
    tally.check();
    assert.equal(tally.counts.good, 2, `results in memory: ${tally}`);
    const { status } = await health(it);
    assert.equal(status, 'degraded');
    return `started, /health reports ${status}, results are stored in memory: ${tally}`;
  },

  'a store in memory spills to a full disk': async () => {
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
    assert.equal(read.counts.good, kept.length, `every cursor works: ${read}`);
    assert.ok(tally.counts.cut > 0, `${tally}`);
    rmSync(join(at, 'ballast'));
    const back = await millisUntil('the gateway stores results again', async () => (await walkRecords(it, 'ada', 500, large)).kind === 'good');
    return `4 MB of memory, disk full: ${tally}; all ${kept.length} cursors work; with free space, stored again after ${back} ms`;
  },

  'the disk is full and free by turns during traffic of both callers': async () => {
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
    return `5 times full: ${tally}; ${describe(usage(it))}`;
  },
};
