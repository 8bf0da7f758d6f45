// Sets the wall clock while the gateway runs. The monotonic clock is unaffected, as when a real clock is set.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onCleanup, pause, place } from './lib/processes.js';
import { askRecords, askSmall, followUp, Tally, traffic, walkRecords } from './lib/calls.js';
import { bearer, describe, health, startGateway, usage } from './lib/gateway.js';

const SOURCE = fileURLToPath(new URL('lib/clock.c', import.meta.url));
const MISSING = 'skipped: needs Linux and a C compiler (cc) to set the clock of one process';
const HOUR = 3600;
let made = 0;

/** A settable wall clock for one process; null if it cannot be compiled. */
function clock() {
  made += 1;
  const dir = place(`clock-${made}`);
  const [library, file] = [join(dir, 'clock.so'), join(dir, 'offset')];
  if (spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl']).status !== 0) return null;
  const offset = Buffer.alloc(8);
  writeFileSync(file, offset);
  const open = openSync(file, 'r+');
  onCleanup(() => closeSync(open));
  return {
    env: { LD_PRELOAD: library, CLOCK_OFFSET: file },
    set: (seconds) => {
      offset.writeBigInt64LE(BigInt(seconds));
      writeSync(open, offset, 0, 8, 0);
    },
  };
}

/** Returns the gateway's time: the time of its latest record. */
async function gatewayTime(it) {
  await askSmall(it, 'ada');
  await pause(1500);
  const response = await fetch(`${it.at}/api/v1/requests?limit=1`, { headers: bearer('ops') });
  return Date.parse((await response.json()).requests[0].time);
}

async function jumps(store, jump) {
  const time = clock();
  if (!time) return MISSING;
  const it = await startGateway({ env: time.env, settings: { store: { type: store } } });
  const before = [];
  for (const caller of ['ada', 'bob']) for (let i = 0; i < 5; i += 1) before.push((await askRecords(it, caller, i, 1000)).rest);
  const stop = traffic(it, { workers: 1 });
  time.set(jump);
  const off = Math.round(((await gatewayTime(it)) - Date.now()) / 1000);
  assert.ok(Math.abs(off - jump) < 120, `the clock did not jump: ${off} s`);
  const read = new Tally();
  for (const rest of before) read.add(await followUp(it, rest));
  // with a clock that is ahead, all of them may have expired
  read.check({ good: jump < 0 ? before.length : 0 });
  assert.ok(Object.keys(read.codes).every((code) => code === 'CURSOR_EXPIRED'), `${read}`);
  for (const caller of ['ada', 'bob']) assert.equal((await walkRecords(it, caller, 77, 1000)).kind, 'good', 'results stored now can be read');
  const fresh = (await askRecords(it, 'ada', 78, 1000)).rest;
  time.set(0);
  const [again, young] = [new Tally(), new Tally()];
  for (const rest of before) again.add(await followUp(it, rest));
  young.add(await followUp(it, fresh));
  again.check({ good: 0 });
  young.check({ good: 0 });
  for (const caller of ['ada', 'bob']) assert.equal((await walkRecords(it, caller, 79, 1000)).kind, 'good', 'results stored after the clock is back can be read');
  const tally = await stop();
  assert.ok([...Object.keys(tally.codes), ...Object.keys(young.codes), ...Object.keys(again.codes)].every((code) => code === 'CURSOR_EXPIRED'), `${tally} ${young} ${again}`);
  assert.equal((await health(it)).status, 'up');
  return `results stored before the jump: ${read}; after the clock is back: ${again}; other calls: ${tally}; ${describe(usage(it))}`;
}

export const clocks = {
  'the clock jumps two hours ahead and back, results in memory': () => jumps('memory', 2 * HOUR),
  'the clock jumps two hours ahead and back, results on disk': () => jumps('disk', 2 * HOUR),
  'the clock jumps a day behind and back, results in memory': () => jumps('memory', -24 * HOUR),
  'the clock jumps a day behind and back, results on disk': () => jumps('disk', -24 * HOUR),
};
