// Tests a disk that fills up or becomes read-only, with a store on disk, a store in memory that spills, and telemetry.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fillDisk, mountDisk, NEEDS_ROOT } from './lib/disks.js';
import { onCleanup } from './lib/processes.js';
import { callRecords, callSmall, measureUntil, readAllRecords, readNext, Tally, traffic } from './lib/calls.js';
import { describe, health, startGateway, usage } from './lib/gateway.js';

const DISK_MB = 24;

/** Makes a folder read-only with a mount over it. The disk itself cannot be remounted while files are open for writing. */
function makeReadOnly(directory) {
  execFileSync('mount', ['--bind', directory, directory]);
  execFileSync('mount', ['-o', 'remount,bind,ro', directory]);
}

const makeWritable = (directory) => execFileSync('umount', ['-l', directory]);

const RECORDS = 3000;

/** Makes calls during a fault: large results, follow-up reads of earlier results, and small results. */
async function callDuringFault(gateway, before, times = 10) {
  const [cut, read, small] = [new Tally(), new Tally(), new Tally()];
  for (let i = 0; i < times; i += 1) {
    for (const caller of ['ada', 'bob']) {
      cut.add(await callRecords(gateway, caller, 100 + i, RECORDS));
      small.add(await callSmall(gateway, caller));
    }
    for (const nextRead of before) read.add(await readNext(gateway, nextRead));
  }
  small.check({ good: 2 * times });
  for (const tally of [cut, read]) tally.check({ good: 0 }); // the required numbers are checked by the callers
  return { cut, read };
}

async function storeResults(gateway) {
  const remaining = [];
  for (const caller of ['ada', 'bob']) remaining.push((await callRecords(gateway, caller, 1, RECORDS)).nextRead);
  assert.ok(remaining.every(Boolean));
  return remaining;
}

/** Ends a fault, and checks that the gateway recovers. Returns the health status during the fault and the times of recovery. */
async function checkRecovery(gateway, repair, before) {
  const { status } = await health(gateway);
  repair();
  const millis = await measureUntil('the gateway stores results again', async () => (await readAllRecords(gateway, 'ada', 500, RECORDS)).kind === 'good');
  for (const nextRead of before) assert.equal((await readNext(gateway, nextRead)).kind, 'good', 'earlier results can be read');
  const healthMillis = await measureUntil('/health reports up', async () => (await health(gateway)).status === 'up', 90_000);
  return { status, millis, healthMillis };
}

export const stores = {
  'the disk of a store and of telemetry is full': async () => {
    const directory = mountDisk(DISK_MB);
    if (!directory) return NEEDS_ROOT;
    const gateway = await startGateway({ settings: { data: join(directory, 'data'), store: { type: 'disk' } } });
    const before = await storeResults(gateway);
    fillDisk(directory);
    const { cut, read } = await callDuringFault(gateway, before);
    assert.equal(cut.counts.cut, 20, `answers without a store: ${cut}`);
    assert.equal(read.counts.good, 20, `earlier results: ${read}`);
    const { telemetry } = await health(gateway);
    const { status, millis, healthMillis } = await checkRecovery(gateway, () => rmSync(join(directory, 'ballast')), before);
    return `${DISK_MB} MB, no byte left: first answers ${cut}; follow-up reads ${read}; /health reported ${status}, ${telemetry?.lost ?? 0} records lost; with free space, stored again after ${millis} ms, up after ${healthMillis} ms; ${describe(usage(gateway))}`;
  },

  'the disk fills up under load': async () => {
    const directory = mountDisk(DISK_MB);
    if (!directory) return NEEDS_ROOT;
    const gateway = await startGateway({ settings: { data: join(directory, 'data'), store: { type: 'disk', maxBytes: '1GB' } } });
    const before = await storeResults(gateway);
    const tally = new Tally();
    // about 40 MB of results that do not compress
    for (let i = 0; i < 40; i += 1) for (const answer of await Promise.all(['ada', 'bob'].map((caller) => callRecords(gateway, caller, 10 + i, 5000)))) tally.add(answer);
    tally.check();
    assert.ok(tally.counts.cut > 0 && tally.counts.good > 0, `${tally}`);
    for (const nextRead of before) assert.equal((await readNext(gateway, nextRead)).kind, 'good');
    await gateway.end('SIGKILL');
    await gateway.start();
    for (const nextRead of before) assert.equal((await readNext(gateway, nextRead)).kind, 'good', 'earlier results can be read after SIGKILL on a full disk');
    return `${tally}; after SIGKILL, the gateway starts on the full disk and reads stored results; ${describe(usage(gateway))}`;
  },

  'the disk becomes read-only': async () => {
    const directory = mountDisk(64);
    if (!directory) return NEEDS_ROOT;
    const gateway = await startGateway({ settings: { data: join(directory, 'data'), store: { type: 'disk' } } });
    const before = await storeResults(gateway);
    makeReadOnly(directory);
    const { cut, read } = await callDuringFault(gateway, before);
    assert.equal(cut.counts.cut, 20, `answers without a store: ${cut}`);
    assert.equal(read.counts.good, 20, `earlier results: ${read}`);
    const { status, millis, healthMillis } = await checkRecovery(gateway, () => makeWritable(directory), before);
    return `first answers ${cut}; follow-up reads ${read}; /health reported ${status}; writable again: stored after ${millis} ms, up after ${healthMillis} ms`;
  },

  'the gateway starts on a read-only disk': async () => {
    const directory = mountDisk(8);
    if (!directory) return NEEDS_ROOT;
    makeReadOnly(directory);
    onCleanup(() => makeWritable(directory));
    const gateway = await startGateway({ settings: { data: join(directory, 'data'), store: { type: 'disk' } } });
    const tally = new Tally();
    for (const caller of ['ada', 'bob']) tally.add(await readAllRecords(gateway, caller, 1, RECORDS));
    tally.check();
    assert.equal(tally.counts.good, 2, `results in memory: ${tally}`);
    const { status } = await health(gateway);
    assert.equal(status, 'degraded');
    return `started, /health reports ${status}, results are stored in memory: ${tally}`;
  },

  'a store in memory spills to a full disk': async () => {
    const directory = mountDisk(8);
    if (!directory) return NEEDS_ROOT;
    const spill = { dir: join(directory, 'spill'), maxBytes: '1GB' };
    const gateway = await startGateway({ settings: { store: { type: 'memory', maxBytes: '4MB', spill } } });
    fillDisk(directory);
    const tally = new Tally();
    const remaining = [];
    for (let i = 0; i < 30; i += 1) {
      for (const caller of ['ada', 'bob']) {
        const answer = tally.add(await callRecords(gateway, caller, i, RECORDS));
        if (answer.nextRead) remaining.push(answer.nextRead);
      }
    }
    tally.check();
    const read = new Tally();
    for (const nextRead of remaining) read.add(await readNext(gateway, nextRead));
    read.check();
    assert.equal(read.counts.good, remaining.length, `every cursor works: ${read}`);
    assert.ok(tally.counts.cut > 0, `${tally}`);
    rmSync(join(directory, 'ballast'));
    const recoveryMillis = await measureUntil('the gateway stores results again', async () => (await readAllRecords(gateway, 'ada', 500, RECORDS)).kind === 'good');
    return `4 MB of memory, disk full: ${tally}; all ${remaining.length} cursors work; with free space, stored again after ${recoveryMillis} ms`;
  },

  'the disk is full and free by turns during traffic of both callers': async () => {
    const directory = mountDisk(DISK_MB);
    if (!directory) return NEEDS_ROOT;
    const gateway = await startGateway({ settings: { data: join(directory, 'data'), store: { type: 'disk' } } });
    const stop = traffic(gateway);
    for (let i = 0; i < 5; i += 1) {
      fillDisk(directory);
      await new Promise((resolve) => setTimeout(resolve, 500));
      rmSync(join(directory, 'ballast'));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const tally = await stop();
    return `5 times full: ${tally}; ${describe(usage(gateway))}`;
  },
};
