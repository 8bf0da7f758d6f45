// Calls of two callers. Each answer is classified: right, cut with a notice, refused with an error, or wrong.

import assert from 'node:assert/strict';
import { postModern, nextCursor } from '../../replicas/lib/client.js';
import { onCleanup, pause } from './processes.js';
import { bearer, CALLERS } from './gateway.js';
import { records } from './records.js';

/** A call without an answer after this time counts as hanging. */
const LONGEST = 15_000;

const other = (caller) => CALLERS[1 - CALLERS.indexOf(caller)];

/** One call: {kind, code, millis, result}. Kinds are good, cut, refused, lost (no answer, connection over), wrong. */
export async function ask({ at, headersOf = bearer }, caller, tool, args, isRight = () => true, server = 'harbour') {
  const began = performance.now();
  const judged = await judge(at, headersOf(caller), caller, tool, args, isRight, server);
  return { caller, ...judged, millis: Math.round(performance.now() - began) };
}

async function judge(at, headers, caller, tool, args, isRight, server) {
  let answer;
  try {
    answer = await postModern(at, 'tools/call', { name: tool, arguments: args }, { server, ...headers });
  } catch (error) {
    const hangs = error.name === 'TimeoutError';
    return { kind: hangs ? 'wrong' : 'lost', code: hangs ? 'NO_ANSWER' : error.cause?.code ?? error.message };
  }
  const said = JSON.stringify(answer.message ?? null);
  if (said.includes(`${other(caller)}/`)) return { kind: 'wrong', code: 'OF_ANOTHER', said };
  // the stream ended without a response: the client may repeat the call, as after a broken connection
  if (answer.status === 200 && !answer.message) return { kind: 'lost', code: 'NO_MESSAGE' };
  const code = said.match(/"code\\*":\\*"([A-Z_]+)/)?.[1];
  if (answer.status !== 200 || !answer.message?.result || answer.message.result.isError) {
    return { kind: code || answer.status !== 200 ? 'refused' : 'wrong', code: code ?? `HTTP_${answer.status}`, said };
  }
  const { result } = answer.message;
  if (!isRight(result)) return { kind: 'wrong', code: 'DATA', said: said.slice(0, 1000) };
  return { kind: said.includes('could not be stored') ? 'cut' : 'good', result };
}

/** Returns the items of a page, or the complete list if it passed. */
function shown(result) {
  const found = JSON.parse(result.content.at(-1).text);
  return Array.isArray(found) ? found : found.items;
}

const same = (some, others) => JSON.stringify(some) === JSON.stringify(others);

const CUT = /^\[Cut: the first \d+ of \d+ bytes; the rest could not be stored\]\n/;

/** Checks that an answer contains these items from this position, or the first bytes of all if nothing could be stored. */
const isPart = (of, place) => (result) => {
  const said = result.content.at(-1).text;
  if (CUT.test(said)) return place === 0 && said.length > 200 && JSON.stringify(of).startsWith(said.replace(CUT, ''));
  const items = shown(result);
  return items.length > 0 && same(items, of.slice(place, place + items.length));
};

/** Calls for records; if there are more, `rest` has the cursor and its position. */
export async function askRecords(gateway, caller, seed, count, server) {
  const all = records(caller, seed, count);
  const answer = await ask(gateway, caller, 'records', { of: caller, seed, count }, isPart(all, 0), server);
  return withRest(answer, { caller, all, place: 0 }, server);
}

/** Reads the page of a cursor. `more` has additional arguments. */
export async function followUp(gateway, rest, more = {}, caller = rest.caller) {
  const answer = await ask(gateway, caller, 'plimsoll_read', { cursor: rest.cursor, ...more }, isPart(rest.all, rest.place), rest.server);
  return withRest(answer, rest, rest.server);
}

function withRest(answer, { caller, all, place }, server) {
  const cursor = answer.result && nextCursor(answer.result);
  if (!cursor || answer.kind !== 'good') return answer;
  return { ...answer, rest: { caller, all, server, cursor, place: place + shown(answer.result).length } };
}

/** Reads from the first page to the last; returns the last answer, or the first that is not good. */
export async function walkRecords(gateway, caller, seed, count, server) {
  let answer = await askRecords(gateway, caller, seed, count, server);
  let pages = 1;
  while (answer.rest) {
    answer = await followUp(gateway, answer.rest);
    pages += 1;
  }
  return { ...answer, pages };
}

export const askSmall = (gateway, caller, server) =>
  ask(gateway, caller, 'small', { of: caller }, (result) => result.content[0].text === `${caller}/is here`, server);

/** Returns the median, the 99th percentile, and the maximum. */
export function figures(millis) {
  const sorted = millis.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  return `${sorted.length} calls, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}

/** Counts answers by kind and remembers the slowest and the first wrong one. */
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

  /** Nothing is wrong or hangs, and some are good: if all were refused, the test would prove nothing. */
  check({ longest = LONGEST, good = 1 } = {}) {
    assert.equal(this.counts.wrong, 0, `wrong: ${JSON.stringify(this.wrong)?.slice(0, 1500)}`);
    assert.ok(this.counts.good >= good, `fewer than ${good} good: ${this}`);
    assert.ok(this.slowest < longest, `an answer took ${this.slowest} ms`);
    return this;
  }

  toString() {
    const { good, wrong, ...others } = this.counts;
    const some = Object.entries(others).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
    const codes = Object.entries(this.codes).map(([code, count]) => `${code} ${count}`).join(', ');
    return `${[`${good} good`, ...some, `${wrong} wrong`].join(', ')}${codes && ` (${codes})`}, slowest ${this.slowest} ms`;
  }
}

/** Both callers make small and large calls until the traffic is stopped. */
export function traffic(gateway, { workers = 2, count = 300, rest = 20, server } = {}) {
  const tally = new Tally();
  let on = true;
  onCleanup(() => (on = false));
  const work = async (caller, worker) => {
    for (let turn = 0; on; turn += 1) {
      tally.add(await askSmall(gateway, caller, server));
      tally.add(await walkRecords(gateway, caller, worker * 1000 + turn, count, server));
      await pause(rest);
    }
  };
  const working = CALLERS.flatMap((caller) => Array.from({ length: workers }, (_, worker) => work(caller, worker)));
  return async () => {
    on = false;
    await Promise.all(working);
    return tally.check();
  };
}

/** Returns the milliseconds until a condition is true again. */
export async function millisUntil(what, isSo, longest = 60_000) {
  const began = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - began < longest, `timeout after ${longest} ms: ${what}`);
    await pause(25);
  }
  return Math.round(performance.now() - began);
}

/** Asks for results of a caller until one could not be stored; returns the number of those that were. */
export async function fill(it, caller, most) {
  for (let stored = 0; stored < most; stored += 1) {
    const answer = await askRecords(it, caller, 100 + stored, 3000);
    if (answer.kind === 'cut') return stored;
    assert.equal(answer.kind, 'good', `${answer.kind} ${answer.code}`);
  }
  return most;
}
