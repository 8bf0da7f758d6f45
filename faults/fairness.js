// One caller uses as much of the gateway as it can; the other one makes small calls.

import assert from 'node:assert/strict';
import { ask, askRecords, askSmall, figures, fill, followUp, Tally } from './lib/calls.js';
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

/** Programs that try to use everything, and the codes that are right answers to them. */
const HOSTILE = {
  'endless outputs': ['last(range(1000000000000))', ['QUERY_LIMIT']],
  'endless recursion': ['def f: f + 1; f', ['QUERY_LIMIT']],
  'endless repetition': ['[limit(100000000; repeat(1))] | length', ['QUERY_LIMIT']],
  'a text that doubles': ['reduce range(64) as $i ("x"; . + .) | length', ['QUERY_LIMIT']],
  'an array that grows': ['reduce range(100000000) as $i ([]; . + [$i]) | length', ['QUERY_LIMIT']],
  'a text too long for a regular expression': [`[range(200000)] | tojson * 20 | test("${LETTERS}")`, ['QUERY_LIMIT']],
  'deep nesting': ['reduce range(1000000) as $i (0; [.])', ['QUERY_LIMIT']],
  'a limit that is caught': ['try last(range(1000000000000)) catch "caught"', ['QUERY_LIMIT']],
  'more calls than allowed': ['[range(100000) | call("small"; {of: "ada", n: .})] | length', ['QUERY_LIMIT']],
  'more memory than allowed': ['[range(200) | call("records"; {of: "ada", seed: ., count: 30000})] | length', ['QUERY_LIMIT']],
  'calls that never answer': ['[range(100) | call("hang"; {n: .})]', ['UPSTREAM_TIMEOUT']],
  'a program in a program': ['call("plimsoll_run"; {program: "1"})', ['ACTION_NOT_FOUND']],
  'a tool that is not listed': ['call("rm"; {path: "/"})', ['ACTION_NOT_FOUND']],
  'a million errors': ['[range(1000000) | try error("x") catch .] | length', ['QUERY_LIMIT', 'good']],
  'brackets without end': ['['.repeat(50_000), ['QUERY_INVALID', 'QUERY_LIMIT', 'INVALID_REQUEST']],
};

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

  'one caller runs hostile programs': async () => {
    const it = await startGateway({ settings: { programs: { mode: 'read', timeMs: 5000 } } });
    const table = [];
    for (const [name, [program, allowed]] of Object.entries(HOSTILE)) {
      const { kind, code, millis, said } = await ask(it, 'ada', 'plimsoll_run', { program });
      assert.ok(allowed.includes(code ?? kind), `${name}: ${kind} ${code} ${said?.slice(0, 500)}`);
      assert.ok(millis < 12_000, `${name} took ${millis} ms`);
      table.push(`${name}: ${code ?? kind} after ${(millis / 1000).toFixed(1)} s`);
    }
    const programs = Object.values(HOSTILE).map(([program]) => program);
    let turn = 0;
    const others = await besides(it, () => ask(it, 'ada', 'plimsoll_run', { program: programs[turn++ % programs.length] }));
    return `${table.join('; ')}. On ${CONNECTIONS} connections: ${others}`;
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
