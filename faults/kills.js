// Kills a gateway that writes results to its disk with SIGKILL, repeatedly, at moments that depend on a seed.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pause, waitFor } from './lib/processes.js';
import { askRecords, followUp, Tally } from './lib/calls.js';
import { bearer, CALLERS, gateway, health } from './lib/gateway.js';
import { random } from './lib/records.js';

const ROUNDS = Number(process.env.FAULTS_KILLS ?? 20);
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const WORKERS = 3;
const OLD = 10;

/** Calls and follow-up reads of a caller until the gateway is gone; adds each received cursor to a list. */
async function write(it, caller, seed, chance, handedOut, tally) {
  for (let turn = 0; ; turn += 1) {
    const count = 100 + Math.floor(chance() ** 4 * 20_000);
    let answer = tally.add(await askRecords(it, caller, seed * 1000 + turn, count));
    for (let pages = Math.floor(chance() * 4); answer.rest; pages -= 1) {
      handedOut.push(answer.rest);
      if (pages <= 0) break;
      // another page size creates another view, which is written too
      answer = tally.add(await followUp(it, answer.rest, chance() < 0.5 ? { page_size: 5 + turn } : {}));
    }
    if (answer.kind === 'lost') return;
  }
}

/** Each cursor returns its page or has expired; with another caller's token it returns nothing. */
async function readAll(it, cursors, answers) {
  for (const rest of cursors) {
    const { kind, code, said } = answers.add(await followUp(it, rest));
    assert.ok(kind === 'good' || code === 'CURSOR_EXPIRED', `follow-up read: ${kind} ${code} ${said}`);
  }
}

async function refusedToOthers(it, rest) {
  const answer = await followUp(it, rest, {}, CALLERS.find((caller) => caller !== rest.caller));
  assert.equal(answer.kind, 'refused', `cursor of another caller: ${JSON.stringify(answer)}`);
}

/** Returns the number of recorded requests. */
async function recorded({ at }) {
  const response = await fetch(`${at}/api/v1/stats?by=none`, { headers: bearer('ops') });
  assert.equal(response.status, 200, 'telemetry is available');
  return (await response.json()).total.requests;
}

/** Kills the gateway while it starts in a new folder; the next start must succeed with what is there. */
async function killedAtTheStart(chance) {
  const it = await gateway({ settings: { store: { type: 'disk' } } });
  await it.launch();
  await pause(100 + chance() * 1500);
  await it.end('SIGKILL');
  await it.start();
  const { kind, rest } = await askRecords(it, 'ada', 1, 500);
  assert.ok(kind === 'good' && rest, 'the gateway stores results');
  assert.equal((await followUp(it, rest)).kind, 'good');
  const { status } = await health(it);
  await it.end();
  assert.equal(status, 'up');
}

async function round(it, turn, chance, before) {
  const writing = new Tally();
  const handedOut = [];
  const workers = CALLERS.flatMap((caller, who) => Array.from({ length: WORKERS }, (_, worker) => write(it, caller, turn * 10 + who * WORKERS + worker, chance, handedOut, writing)));
  await waitFor('the gateway answers calls', () => writing.counts.good > 0);
  await pause(chance() * 1500);
  await it.end('SIGKILL');
  await Promise.all(workers);
  writing.check();
  const began = performance.now();
  await it.start();
  const millis = performance.now() - began;
  assert.equal((await health(it)).status, 'up');
  const [now, earlier] = [new Tally(), new Tally()];
  await readAll(it, handedOut, now);
  await readAll(it, Array.from({ length: Math.min(OLD, before.length) }, () => before[Math.floor(chance() * before.length)]), earlier);
  if (handedOut.length > 0) await refusedToOthers(it, handedOut[0]);
  return { writing, handedOut, now: now.check({ good: Math.min(handedOut.length, 1) }), earlier: earlier.check({ good: 0 }), millis };
}

export const kills = {
  'SIGKILL while the gateway writes to its disk: no cursor is lost': async () => {
    const chance = random(SEED);
    console.log(`faults: ${ROUNDS} kills, FAULTS_SEED=${SEED}`);
    const starts = Math.ceil(ROUNDS / 10);
    for (let i = 0; i < starts; i += 1) await killedAtTheStart(chance);
    const it = await gateway({ settings: { store: { type: 'disk', maxBytes: '4GB' }, policy: { ttl: '1m' } } });
    await it.start();
    const sum = { cursors: 0, right: 0, expired: 0, early: 0, writes: 0, inTheMiddle: 0, earlierRight: 0, earlierExpired: 0 };
    const all = [];
    const slowest = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const { writing, handedOut, now, earlier, millis } = await round(it, turn, chance, all);
      all.push(...handedOut);
      sum.cursors += handedOut.length;
      sum.right += now.counts.good;
      sum.expired += now.counts.refused;
      sum.earlierRight += earlier.counts.good;
      sum.earlierExpired += earlier.counts.refused;
      sum.writes += writing.counts.good;
      sum.inTheMiddle += writing.counts.lost;
      slowest.push(millis);
    }
    assert.ok(sum.right > 0 && sum.earlierRight > 0, 'cursors of this round and of earlier rounds can be read');
    const requests = await recorded(it);
    assert.ok(requests > 0);
    // processes that live remove the unfinished files of dead ones
    const left = () => readdirSync(join(it.data, 'snapshots'), { recursive: true });
    assert.deepEqual(left().filter((name) => name.endsWith('.damaged')), []);
    slowest.sort((one, another) => one - another);
    return `${ROUNDS} kills under load and ${starts} during a start, seed ${SEED}; ${sum.writes} answers before, ${sum.inTheMiddle} requests interrupted; `
      + `${sum.cursors} cursors: ${sum.right} right, ${sum.expired} expired, 0 wrong; of earlier rounds ${sum.earlierRight} right, ${sum.earlierExpired} expired; `
      + `${requests} requests recorded; ready again after a median of ${Math.round(slowest[slowest.length >> 1])} ms, at most ${Math.round(slowest.at(-1))} ms`;
  },
};
