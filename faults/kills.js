// Repeatedly kills a gateway with SIGKILL while it writes results to its disk. A seed determines the times.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pause, waitFor } from './lib/processes.js';
import { callRecords, readNext, Tally } from './lib/calls.js';
import { bearer, CALLERS, createGateway, health } from './lib/gateway.js';
import { random } from './lib/records.js';

const ROUNDS = Number(process.env.FAULTS_KILLS ?? 20);
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const WORKERS = 3;
const EARLIER_CURSORS = 10;

/** Makes calls and follow-up reads of a caller until the gateway is killed. Adds each received cursor to a list. */
async function callUntilKilled(gateway, caller, seed, randomNumber, cursors, tally) {
  for (let turn = 0; ; turn += 1) {
    const count = 100 + Math.floor(randomNumber() ** 4 * 20_000);
    let answer = tally.add(await callRecords(gateway, caller, seed * 1000 + turn, count));
    for (let pages = Math.floor(randomNumber() * 4); answer.nextRead; pages -= 1) {
      cursors.push(answer.nextRead);
      if (pages <= 0) break;
      // another page size creates another view, which is also written
      answer = tally.add(await readNext(gateway, answer.nextRead, randomNumber() < 0.5 ? { page_size: 5 + turn } : {}));
    }
    if (answer.kind === 'lost') return;
  }
}

/** Checks that each cursor returns its page or has expired. */
async function readAll(gateway, cursors, answers) {
  for (const nextRead of cursors) {
    const { kind, code, text } = answers.add(await readNext(gateway, nextRead));
    assert.ok(kind === 'good' || code === 'CURSOR_EXPIRED', `follow-up read: ${kind} ${code} ${text}`);
  }
}

async function assertRefusedToOthers(gateway, nextRead) {
  const answer = await readNext(gateway, nextRead, {}, CALLERS.find((caller) => caller !== nextRead.caller));
  assert.equal(answer.kind, 'refused', `cursor of another caller: ${JSON.stringify(answer)}`);
}

/** Returns the number of recorded requests. */
async function countRecorded({ url }) {
  const response = await fetch(`${url}/api/v1/stats?by=none`, { headers: bearer('ops') });
  assert.equal(response.status, 200, 'telemetry is available');
  return (await response.json()).total.requests;
}

/** Kills a gateway while it starts in a new folder. The next start must succeed with the files that exist then. */
async function killDuringStart(randomNumber) {
  const gateway = await createGateway({ settings: { store: { type: 'disk' } } });
  await gateway.launch();
  await pause(100 + randomNumber() * 1500);
  await gateway.end('SIGKILL');
  await gateway.start();
  const { kind, nextRead } = await callRecords(gateway, 'ada', 1, 500);
  assert.ok(kind === 'good' && nextRead, 'the gateway stores results');
  assert.equal((await readNext(gateway, nextRead)).kind, 'good');
  const { status } = await health(gateway);
  await gateway.end();
  assert.equal(status, 'up');
}

async function runRound(gateway, turn, randomNumber, before) {
  const answers = new Tally();
  const cursors = [];
  const workers = CALLERS.flatMap((caller, callerIndex) => Array.from({ length: WORKERS }, (_, worker) => callUntilKilled(gateway, caller, turn * 10 + callerIndex * WORKERS + worker, randomNumber, cursors, answers)));
  await waitFor('the gateway answers calls', () => answers.counts.good > 0);
  await pause(randomNumber() * 1500);
  await gateway.end('SIGKILL');
  await Promise.all(workers);
  answers.check();
  const startTime = performance.now();
  await gateway.start();
  const millis = performance.now() - startTime;
  assert.equal((await health(gateway)).status, 'up');
  const [currentReads, earlierReads] = [new Tally(), new Tally()];
  await readAll(gateway, cursors, currentReads);
  await readAll(gateway, Array.from({ length: Math.min(EARLIER_CURSORS, before.length) }, () => before[Math.floor(randomNumber() * before.length)]), earlierReads);
  if (cursors.length > 0) await assertRefusedToOthers(gateway, cursors[0]);
  return { answers, cursors, currentReads: currentReads.check({ good: Math.min(cursors.length, 1) }), earlierReads: earlierReads.check({ good: 0 }), millis };
}

export const kills = {
  'SIGKILL while the gateway writes to its disk: no cursor is lost': async () => {
    const randomNumber = random(SEED);
    console.log(`faults: ${ROUNDS} kills, FAULTS_SEED=${SEED}`);
    const starts = Math.ceil(ROUNDS / 10);
    for (let i = 0; i < starts; i += 1) await killDuringStart(randomNumber);
    const gateway = await createGateway({ settings: { store: { type: 'disk', maxBytes: '4GB' }, policy: { ttl: '1m' } } });
    await gateway.start();
    const totals = { cursors: 0, right: 0, expired: 0, writes: 0, inTheMiddle: 0, earlierRight: 0, earlierExpired: 0 };
    const all = [];
    const startMillis = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const { answers, cursors, currentReads, earlierReads, millis } = await runRound(gateway, turn, randomNumber, all);
      all.push(...cursors);
      totals.cursors += cursors.length;
      totals.right += currentReads.counts.good;
      totals.expired += currentReads.counts.refused;
      totals.earlierRight += earlierReads.counts.good;
      totals.earlierExpired += earlierReads.counts.refused;
      totals.writes += answers.counts.good;
      totals.inTheMiddle += answers.counts.lost;
      startMillis.push(millis);
    }
    assert.ok(totals.right > 0 && totals.earlierRight > 0, 'cursors of this round and of earlier rounds can be read');
    const requests = await countRecorded(gateway);
    assert.ok(requests > 0);
    // running processes remove the unfinished files of killed ones
    const snapshotFiles = () => readdirSync(join(gateway.data, 'snapshots'), { recursive: true });
    assert.deepEqual(snapshotFiles().filter((name) => name.endsWith('.damaged')), []);
    startMillis.sort((one, another) => one - another);
    return `${ROUNDS} kills under load and ${starts} during a start, seed ${SEED}; ${totals.writes} answers before, ${totals.inTheMiddle} requests interrupted; `
      + `${totals.cursors} cursors: ${totals.right} right, ${totals.expired} expired, 0 wrong; of earlier rounds ${totals.earlierRight} right, ${totals.earlierExpired} expired; `
      + `${requests} requests recorded; ready again after a median of ${Math.round(startMillis[startMillis.length >> 1])} ms, at most ${Math.round(startMillis.at(-1))} ms`;
  },
};
