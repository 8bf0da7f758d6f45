// Makes calls of two callers, and classifies each answer: good, cut with a notice, refused with an error, lost, or wrong.

import assert from 'node:assert/strict';
import { nextCursor, postModern } from '../../replicas/lib/client.js';
import { onCleanup, pause } from './processes.js';
import { bearer, CALLERS } from './gateway.js';
import { records } from './records.js';

/** Time limit of an answer. */
const MAX_MILLIS = 15_000;

const otherCaller = (caller) => CALLERS[1 - CALLERS.indexOf(caller)];

/** Makes one call. Returns {kind, code, millis, result}; the kind is good, cut, refused, lost (the connection ended without an answer), or wrong. */
export async function callTool({ url, headersOf = bearer }, caller, tool, args, isRight = () => true, server = 'harbour') {
  const startTime = performance.now();
  const outcome = await classify(url, headersOf(caller), caller, tool, args, isRight, server);
  return { caller, ...outcome, millis: Math.round(performance.now() - startTime) };
}

async function classify(url, headers, caller, tool, args, isRight, server) {
  let answer;
  try {
    answer = await postModern(url, 'tools/call', { name: tool, arguments: args }, { server, ...headers });
  } catch (error) {
    const isTimeout = error.name === 'TimeoutError';
    return { kind: isTimeout ? 'wrong' : 'lost', code: isTimeout ? 'NO_ANSWER' : error.cause?.code ?? error.message };
  }
  const text = JSON.stringify(answer.message ?? null);
  if (text.includes(`${otherCaller(caller)}/`)) return { kind: 'wrong', code: 'OF_OTHER_CALLER', text };
  // the stream ended without a response: a client can repeat the call, as after a broken connection
  if (answer.status === 200 && !answer.message) return { kind: 'lost', code: 'NO_MESSAGE' };
  const code = text.match(/"code\\*":\\*"([A-Z_]+)/)?.[1];
  if (answer.status !== 200 || !answer.message?.result || answer.message.result.isError) {
    return { kind: code || answer.status !== 200 ? 'refused' : 'wrong', code: code ?? `HTTP_${answer.status}`, text };
  }
  const { result } = answer.message;
  if (!isRight(result)) return { kind: 'wrong', code: 'DATA', text: text.slice(0, 1000) };
  return { kind: text.includes('could not be stored') ? 'cut' : 'good', result };
}

/** Returns the items of a page, or of a list that passed. */
function itemsOf(result) {
  const value = JSON.parse(result.content.at(-1).text);
  return Array.isArray(value) ? value : value.items;
}

const areEqual = (first, second) => JSON.stringify(first) === JSON.stringify(second);

const CUT = /^\[Cut: the first \d+ of \d+ bytes; the rest could not be stored\]\n/;

/** Returns a check that an answer contains the expected items from this position, or their first bytes if they could not be stored. */
const isPageOf = (expected, position) => (result) => {
  const text = result.content.at(-1).text;
  if (CUT.test(text)) return position === 0 && text.length > 200 && JSON.stringify(expected).startsWith(text.replace(CUT, ''));
  const items = itemsOf(result);
  return items.length > 0 && areEqual(items, expected.slice(position, position + items.length));
};

/** Calls the tool `records`. If there is another page, `nextRead` has its cursor and position. */
export async function callRecords(gateway, caller, seed, count, server) {
  const all = records(caller, seed, count);
  const answer = await callTool(gateway, caller, 'records', { of: caller, seed, count }, isPageOf(all, 0), server);
  return withNextRead(answer, { caller, all, position: 0 }, server);
}

/** Makes a follow-up read. `more` has additional arguments. */
export async function readNext(gateway, nextRead, more = {}, caller = nextRead.caller) {
  const answer = await callTool(gateway, caller, 'plimsoll_read', { cursor: nextRead.cursor, ...more }, isPageOf(nextRead.all, nextRead.position), nextRead.server);
  return withNextRead(answer, nextRead, nextRead.server);
}

function withNextRead(answer, { caller, all, position }, server) {
  const cursor = answer.result && nextCursor(answer.result);
  if (!cursor || answer.kind !== 'good') return answer;
  return { ...answer, nextRead: { caller, all, server, cursor, position: position + itemsOf(answer.result).length } };
}

/** Reads all pages. Returns the last answer, or the first answer that is not good. */
export async function readAllRecords(gateway, caller, seed, count, server) {
  let answer = await callRecords(gateway, caller, seed, count, server);
  let pages = 1;
  while (answer.nextRead) {
    answer = await readNext(gateway, answer.nextRead);
    pages += 1;
  }
  return { ...answer, pages };
}

export const callSmall = (gateway, caller, server) =>
  callTool(gateway, caller, 'small', { of: caller }, (result) => result.content[0].text === `${caller}/is here`, server);

/** Returns the median, the 99th percentile, and the maximum. */
export function formatTimes(millis) {
  const sorted = millis.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  return `${sorted.length} calls, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}

/** Counts answers by kind, and records the slowest and the first wrong answer. */
export class Tally {
  counts = { good: 0, cut: 0, refused: 0, lost: 0, wrong: 0 };
  codes = {};
  slowest = 0;
  wrong = undefined;

  add(answer) {
    this.counts[answer.kind] += 1;
    if (answer.code) this.codes[answer.code] = (this.codes[answer.code] ?? 0) + 1;
    this.slowest = Math.max(this.slowest, answer.millis);
    if (answer.kind === 'wrong') this.wrong ??= answer;
    return answer;
  }

  /** Checks that no answer is wrong or late, and that enough are good: a test in which all calls are refused proves nothing. */
  check({ maxMillis = MAX_MILLIS, good = 1 } = {}) {
    assert.equal(this.counts.wrong, 0, `wrong: ${JSON.stringify(this.wrong)?.slice(0, 1500)}`);
    assert.ok(this.counts.good >= good, `fewer than ${good} good: ${this}`);
    assert.ok(this.slowest < maxMillis, `an answer took ${this.slowest} ms`);
    return this;
  }

  toString() {
    const { good, wrong, ...otherCounts } = this.counts;
    const others = Object.entries(otherCounts).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
    const codes = Object.entries(this.codes).map(([code, count]) => `${code} ${count}`).join(', ');
    return `${[`${good} good`, ...others, `${wrong} wrong`].join(', ')}${codes && ` (${codes})`}, slowest ${this.slowest} ms`;
  }
}

/** Starts small and large calls of both callers. Returns a function that stops them and checks the answers. */
export function traffic(gateway, { workers = 2, count = 300, pauseMillis = 20, server } = {}) {
  const tally = new Tally();
  let isRunning = true;
  onCleanup(() => (isRunning = false));
  const work = async (caller, worker) => {
    for (let turn = 0; isRunning; turn += 1) {
      tally.add(await callSmall(gateway, caller, server));
      tally.add(await readAllRecords(gateway, caller, worker * 1000 + turn, count, server));
      await pause(pauseMillis);
    }
  };
  const running = CALLERS.flatMap((caller) => Array.from({ length: workers }, (_, worker) => work(caller, worker)));
  return async () => {
    isRunning = false;
    await Promise.all(running);
    return tally.check();
  };
}

/** Waits until a condition is true, and returns the milliseconds. */
export async function measureUntil(name, condition, maxMillis = 60_000) {
  const startTime = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - startTime < maxMillis, `timeout after ${maxMillis} ms: ${name}`);
    await pause(25);
  }
  return Math.round(performance.now() - startTime);
}

/** Stores results of a caller until one cannot be stored; returns the number of stored results. */
export async function fillStore(gateway, caller, maxResults) {
  for (let stored = 0; stored < maxResults; stored += 1) {
    const answer = await callRecords(gateway, caller, 100 + stored, 3000);
    if (answer.kind === 'cut') return stored;
    assert.equal(answer.kind, 'good', `${answer.kind} ${answer.code}`);
  }
  return maxResults;
}
