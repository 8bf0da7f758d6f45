// One caller uses as much of the gateway as it can; the other one makes small calls.

import assert from 'node:assert/strict';
import { ask, askRecords, askSmall, figures, followUp, Tally } from './lib/calls.js';
import { startGateway } from './lib/gateway.js';

const CONNECTIONS = 40;
const SECONDS = Number(process.env.FAULTS_SECONDS ?? 15);
const WARM_UP = 300;
const LETTERS = '(.*a){20}[^ -~]';

/** Repeats calls until the time is over; returns the milliseconds of each. */
async function repeat(until, call, seen) {
  const millis = [];
  while (performance.now() < until) {
    const began = performance.now();
    seen(await call());
    millis.push(performance.now() - began);
  }
  return millis;
}

/** Runs the work of one caller on all connections, and measures calls of the other one and of the health check. */
async function besides(it, hostile) {
  const mine = (await askRecords(it, 'bob', 7, 3000)).rest;
  for (let i = 0; i < WARM_UP; i += 1) await askSmall(it, 'bob');
  const small = new Tally();
  const searches = new Tally();
  const until = performance.now() + SECONDS * 1000;
  const kinds = new Map();
  const count = ({ kind, code }) => kinds.set(code ?? kind, (kinds.get(code ?? kind) ?? 0) + 1);
  const attack = Array.from({ length: CONNECTIONS }, () => repeat(until, hostile, count));
  const measured = [
    repeat(until, () => askSmall(it, 'bob'), (answer) => small.add(answer)),
    repeat(until, () => ask(it, 'bob', 'plimsoll_read', { cursor: mine.cursor, query: 'length' }), (answer) => searches.add(answer)),
    repeat(until, () => fetch(`${it.at}/health/live`), (response) => assert.ok(response.ok)),
    repeat(until, () => fetch(`${it.healthAt}/health/live`), (response) => assert.ok(response.ok)),
  ];
  const [calls, queries, health, ownHealth] = (await Promise.all(measured)).map(figures);
  await Promise.all(attack);
  for (const tally of [small, searches]) {
    tally.check();
    assert.equal(tally.counts.refused + tally.counts.lost, 0, `of the caller with small calls: ${tally}`);
  }
  return `small calls: ${calls}; small queries: ${queries}; /health/live: ${health}, at healthListen: ${ownHealth}; the other caller got ${JSON.stringify(Object.fromEntries(kinds))}`;
}

/** Asks for results of a caller until one could not be stored; returns the number of those that were. */
async function fill(it, caller, most) {
  for (let stored = 0; stored < most; stored += 1) {
    const answer = await askRecords(it, caller, 100 + stored, 3000);
    if (answer.kind === 'cut') return stored;
    assert.equal(answer.kind, 'good', `${answer.kind} ${answer.code}`);
  }
  return most;
}

const SMALL_STORE = { type: 'memory', maxBytes: '16MB', spill: { maxBytes: 0 } };

/** Without tokens, callers are those of addresses, which a trusted proxy names. */
const ADDRESSES = { ada: '10.0.0.1', bob: '10.0.0.2' };

export const fairness = {
  'one address fills the store': async () => {
    const it = await startGateway({ settings: { auth: undefined, trustedProxies: ['127.0.0.1'], store: SMALL_STORE } });
    it.headersOf = (caller) => ({ 'X-Forwarded-For': ADDRESSES[caller] });
    const taken = await fill(it, 'ada', 500);
    const left = await fill(it, 'bob', 500);
    assert.ok(taken > 10 && taken < 500, `${taken} results fill the store`);
    assert.ok(left > 0, 'the other address has a part of the store');
    return `store of 16 MB, without auth: ${taken} results of the first address were stored, then ${left} of the other one`;
  },

  'one caller fills the store': async () => {
    const it = await startGateway({ settings: { store: SMALL_STORE } });
    const first = (await askRecords(it, 'ada', 1, 3000)).rest;
    const taken = await fill(it, 'ada', 500);
    const left = await fill(it, 'bob', 500);
    assert.ok(taken > 10 && taken < 500, `${taken} results fill the store`);
    assert.ok(left > 0, 'the other caller has a part of the store');
    assert.equal((await followUp(it, first)).kind, 'good');
    return `store of 16 MB: ${taken + 1} results of the first caller were stored, then ${left} of the other one`;
  },

  'one caller runs endless queries': async () => {
    const it = await startGateway();
    const { cursor } = (await askRecords(it, 'ada', 1, 3000)).rest;
    return besides(it, () => ask(it, 'ada', 'plimsoll_read', { cursor, query: 'last(range(1000000000000))' }));
  },

  'one caller runs slow regular expressions': async () => {
    const it = await startGateway();
    const { cursor } = (await askRecords(it, 'ada', 1, 30_000)).rest;
    return besides(it, () => ask(it, 'ada', 'plimsoll_read', { cursor, query: `tojson | test("${LETTERS}")` }));
  },
};
