// Tests a wall clock that is set while the gateway runs. The monotonic clock does not change, as when a real clock is set.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder, onCleanup, pause } from './lib/processes.js';
import { callRecords, callSmall, readAllRecords, readNext, Tally, traffic } from './lib/calls.js';
import { bearer, describe, health, startGateway, usage } from './lib/gateway.js';

const CLOCK_SOURCE = fileURLToPath(new URL('lib/clock.c', import.meta.url));
const SKIP_REASON = 'skipped: needs Linux and a C compiler (cc) to set the clock of one process';
const HOUR = 3600;
let clockCount = 0;

/** Creates a wall clock for one process that can be set. Returns null if its library cannot be compiled. */
function clock() {
  clockCount += 1;
  const directory = createFolder(`clock-${clockCount}`);
  const [library, file] = [join(directory, 'clock.so'), join(directory, 'offset')];
  if (spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, CLOCK_SOURCE, '-ldl']).status !== 0) return null;
  const offset = Buffer.alloc(8);
  writeFileSync(file, offset);
  const descriptor = openSync(file, 'r+');
  onCleanup(() => closeSync(descriptor));
  return {
    env: { LD_PRELOAD: library, CLOCK_OFFSET: file },
    set: (seconds) => {
      offset.writeBigInt64LE(BigInt(seconds));
      writeSync(descriptor, offset, 0, 8, 0);
    },
  };
}

/** Returns the gateway's time, from its latest telemetry record. */
async function gatewayTime(gateway) {
  await callSmall(gateway, 'ada');
  await pause(1500);
  const response = await fetch(`${gateway.url}/api/v1/requests?limit=1`, { headers: bearer('ops') });
  return Date.parse((await response.json()).requests[0].time);
}

async function jumpAndReturn(store, jump) {
  const processClock = clock();
  if (!processClock) return SKIP_REASON;
  const gateway = await startGateway({ env: processClock.env, settings: { store: { type: store } } });
  const before = [];
  for (const caller of ['ada', 'bob']) for (let i = 0; i < 5; i += 1) before.push((await callRecords(gateway, caller, i, 1000)).nextRead);
  const stop = traffic(gateway, { workers: 1 });
  processClock.set(jump);
  const offsetSeconds = Math.round(((await gatewayTime(gateway)) - Date.now()) / 1000);
  assert.ok(Math.abs(offsetSeconds - jump) < 120, `the clock did not jump: ${offsetSeconds} s`);
  const readsDuringJump = new Tally();
  for (const nextRead of before) readsDuringJump.add(await readNext(gateway, nextRead));
  // if the clock is ahead, all results may have expired
  readsDuringJump.check({ good: jump < 0 ? before.length : 0 });
  assert.ok(Object.keys(readsDuringJump.codes).every((code) => code === 'CURSOR_EXPIRED'), `${readsDuringJump}`);
  for (const caller of ['ada', 'bob']) assert.equal((await readAllRecords(gateway, caller, 77, 1000)).kind, 'good', 'results stored now can be read');
  const duringJump = (await callRecords(gateway, 'ada', 78, 1000)).nextRead;
  processClock.set(0);
  const [afterReturn, duringJumpReads] = [new Tally(), new Tally()];
  for (const nextRead of before) afterReturn.add(await readNext(gateway, nextRead));
  duringJumpReads.add(await readNext(gateway, duringJump));
  afterReturn.check({ good: 0 });
  duringJumpReads.check({ good: 0 });
  for (const caller of ['ada', 'bob']) assert.equal((await readAllRecords(gateway, caller, 79, 1000)).kind, 'good', 'results stored after the clock is back can be read');
  const tally = await stop();
  assert.ok([...Object.keys(tally.codes), ...Object.keys(duringJumpReads.codes), ...Object.keys(afterReturn.codes)].every((code) => code === 'CURSOR_EXPIRED'), `${tally} ${duringJumpReads} ${afterReturn}`);
  assert.equal((await health(gateway)).status, 'up');
  return `results stored before the jump: ${readsDuringJump}; after the clock is back: ${afterReturn}; other calls: ${tally}; ${describe(usage(gateway))}`;
}

export const clocks = {
  'the clock jumps two hours ahead and back, results in memory': () => jumpAndReturn('memory', 2 * HOUR),
  'the clock jumps two hours ahead and back, results on disk': () => jumpAndReturn('disk', 2 * HOUR),
  'the clock jumps a day behind and back, results in memory': () => jumpAndReturn('memory', -24 * HOUR),
  'the clock jumps a day behind and back, results on disk': () => jumpAndReturn('disk', -24 * HOUR),
};
