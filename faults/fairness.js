// Tests one caller that uses as much of the gateway as possible, while the other makes small calls.

import assert from 'node:assert/strict';
import { callRecords, callSmall, callTool, fillStore, formatTimes, readNext, Tally } from './lib/calls.js';
import { startGateway } from './lib/gateway.js';

const CONNECTIONS = 40;
const SECONDS = Number(process.env.FAULTS_SECONDS ?? 15);
const WARM_UP = 300;
const SLOW_PATTERN = '(.*a){20}[^ -~]';

/** Repeats calls until the time is over; returns the milliseconds of each. */
async function repeat(until, call, onAnswer) {
  const millis = [];
  while (performance.now() < until) {
    const startTime = performance.now();
    onAnswer(await call());
    millis.push(performance.now() - startTime);
  }
  return millis;
}

/** Runs the calls of one caller on all connections, and measures the calls of the other and the health check. */
async function measureOthers(gateway, hostile) {
  const ownCursor = (await callRecords(gateway, 'bob', 7, 3000)).nextRead;
  for (let i = 0; i < WARM_UP; i += 1) await callSmall(gateway, 'bob');
  const small = new Tally();
  const searches = new Tally();
  const until = performance.now() + SECONDS * 1000;
  const outcomes = new Map();
  const count = ({ kind, code }) => outcomes.set(code ?? kind, (outcomes.get(code ?? kind) ?? 0) + 1);
  const attack = Array.from({ length: CONNECTIONS }, () => repeat(until, hostile, count));
  const measurements = [
    repeat(until, () => callSmall(gateway, 'bob'), (answer) => small.add(answer)),
    repeat(until, () => callTool(gateway, 'bob', 'plimsoll_read', { cursor: ownCursor.cursor, query: 'length' }), (answer) => searches.add(answer)),
    repeat(until, () => fetch(`${gateway.url}/health/live`), (response) => assert.ok(response.ok)),
    repeat(until, () => fetch(`${gateway.healthUrl}/health/live`), (response) => assert.ok(response.ok)),
  ];
  const [calls, queries, health, ownHealth] = (await Promise.all(measurements)).map(formatTimes);
  await Promise.all(attack);
  for (const tally of [small, searches]) {
    tally.check();
    assert.equal(tally.counts.refused + tally.counts.lost, 0, `calls of the other caller: ${tally}`);
  }
  return `small calls: ${calls}; small queries: ${queries}; /health/live: ${health}, at healthListen: ${ownHealth}; the other caller got ${JSON.stringify(Object.fromEntries(outcomes))}`;
}

/** Programs that use as many resources as possible, with the error codes that are correct for them. */
const HOSTILE_PROGRAMS = {
  'endless outputs': ['last(range(1000000000000))', ['QUERY_LIMIT']],
  'endless recursion': ['def f: f + 1; f', ['QUERY_LIMIT']],
  'endless repetition': ['[limit(100000000; repeat(1))] | length', ['QUERY_LIMIT']],
  'a text that doubles': ['reduce range(64) as $i ("x"; . + .) | length', ['QUERY_LIMIT']],
  'an array that grows': ['reduce range(100000000) as $i ([]; . + [$i]) | length', ['QUERY_LIMIT']],
  'a text too long for a regular expression': [`[range(200000)] | tojson * 20 | test("${SLOW_PATTERN}")`, ['QUERY_LIMIT']],
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

/** Addresses of the callers: without tokens, a caller is an address that a trusted proxy sends. */
const ADDRESSES = { ada: '10.0.0.1', bob: '10.0.0.2' };

export const fairness = {
  'one address fills the store': async () => {
    const gateway = await startGateway({ settings: { auth: undefined, trustedProxies: ['127.0.0.1'], store: SMALL_STORE } });
    gateway.headersOf = (caller) => ({ 'X-Forwarded-For': ADDRESSES[caller] });
    const stored = await fillStore(gateway, 'ada', 500);
    const storedByOther = await fillStore(gateway, 'bob', 500);
    assert.ok(stored > 10 && stored < 500, `${stored} results fill the store`);
    assert.ok(storedByOther > 0, 'the other address has a part of the store');
    return `store of 16 MB, without auth: ${stored} results of the first address were stored, then ${storedByOther} of the other one`;
  },

  'one caller fills the store': async () => {
    const gateway = await startGateway({ settings: { store: SMALL_STORE } });
    const first = (await callRecords(gateway, 'ada', 1, 3000)).nextRead;
    const stored = await fillStore(gateway, 'ada', 500);
    const storedByOther = await fillStore(gateway, 'bob', 500);
    assert.ok(stored > 10 && stored < 500, `${stored} results fill the store`);
    assert.ok(storedByOther > 0, 'the other caller has a part of the store');
    assert.equal((await readNext(gateway, first)).kind, 'good');
    return `store of 16 MB: ${stored + 1} results of the first caller were stored, then ${storedByOther} of the other one`;
  },

  'one caller runs hostile programs': async () => {
    const gateway = await startGateway({ settings: { programs: { mode: 'read', timeMs: 5000 } } });
    const table = [];
    for (const [name, [program, allowed]] of Object.entries(HOSTILE_PROGRAMS)) {
      const { kind, code, millis, text } = await callTool(gateway, 'ada', 'plimsoll_run', { program });
      assert.ok(allowed.includes(code ?? kind), `${name}: ${kind} ${code} ${text?.slice(0, 500)}`);
      assert.ok(millis < 12_000, `${name} took ${millis} ms`);
      table.push(`${name}: ${code ?? kind} after ${(millis / 1000).toFixed(1)} s`);
    }
    const programs = Object.values(HOSTILE_PROGRAMS).map(([program]) => program);
    let turn = 0;
    const others = await measureOthers(gateway, () => callTool(gateway, 'ada', 'plimsoll_run', { program: programs[turn++ % programs.length] }));
    return `${table.join('; ')}. On ${CONNECTIONS} connections: ${others}`;
  },

  'one caller runs endless queries': async () => {
    const gateway = await startGateway();
    const { cursor } = (await callRecords(gateway, 'ada', 1, 3000)).nextRead;
    return measureOthers(gateway, () => callTool(gateway, 'ada', 'plimsoll_read', { cursor, query: 'last(range(1000000000000))' }));
  },

  'one caller runs slow regular expressions': async () => {
    const gateway = await startGateway();
    const { cursor } = (await callRecords(gateway, 'ada', 1, 30_000)).nextRead;
    return measureOthers(gateway, () => callTool(gateway, 'ada', 'plimsoll_read', { cursor, query: `tojson | test("${SLOW_PATTERN}")` }));
  },
};
