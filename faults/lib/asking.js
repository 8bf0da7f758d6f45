// Calls in the name of two callers, each answer judged: right, a part with a word about it, refused in words, or wrong.

import assert from 'node:assert/strict';
import { modern, nextCursor } from '../../replicas/lib/client.js';
import { atEnd, pause } from './processes.js';
import { bearer, CALLERS } from './gateway.js';
import { records } from './records.js';

/** Nothing may take longer: what has no answer by then hangs. */
const LONGEST = 15_000;

const other = (caller) => CALLERS[1 - CALLERS.indexOf(caller)];

/** One call: {kind, code, millis, result}. Kinds are good, cut, refused, lost (no answer, connection over), wrong. */
export async function ask({ at }, caller, tool, args, isRight = () => true, server = 'harbour') {
  const began = performance.now();
  const judged = await judge(at, caller, tool, args, isRight, server);
  return { caller, ...judged, millis: Math.round(performance.now() - began) };
}

async function judge(at, caller, tool, args, isRight, server) {
  let answer;
  try {
    answer = await modern(at, 'tools/call', { name: tool, arguments: args }, { server, ...bearer(caller) });
  } catch (error) {
    const hangs = error.name === 'TimeoutError';
    return { kind: hangs ? 'wrong' : 'lost', code: hangs ? 'NO_ANSWER' : error.cause?.code ?? error.message };
  }
  const said = JSON.stringify(answer.message ?? null);
  if (said.includes(`${other(caller)}/`)) return { kind: 'wrong', code: 'OF_ANOTHER', said };
  // a stream that ended without it: the client may ask again, as after a connection that broke
  if (answer.status === 200 && !answer.message) return { kind: 'lost', code: 'NO_MESSAGE' };
  const code = said.match(/"code\\*":\\*"([A-Z_]+)/)?.[1];
  if (answer.status !== 200 || !answer.message?.result || answer.message.result.isError) {
    return { kind: code || answer.status !== 200 ? 'refused' : 'wrong', code: code ?? `HTTP_${answer.status}`, said };
  }
  const { result } = answer.message;
  if (!isRight(result)) return { kind: 'wrong', code: 'DATA', said: said.slice(0, 1000) };
  return { kind: said.includes('could not be kept') ? 'cut' : 'good', result };
}

/** What stands in an answer: of a page its items, of what passed the whole. */
function shown(result) {
  const found = JSON.parse(result.content.at(-1).text);
  return Array.isArray(found) ? found : found.items;
}

const same = (some, others) => JSON.stringify(some) === JSON.stringify(others);

const CUT = /^\[Cut: the first \d+ of \d+ bytes; the rest could not be stored\]\n/;

/** Whether it is a part of these, from that place on; or the beginning of the whole where nothing can be kept. */
const isPart = (of, place) => (result) => {
  const said = result.content.at(-1).text;
  if (CUT.test(said)) return place === 0 && said.length > 200 && JSON.stringify(of).startsWith(said.replace(CUT, ''));
  const items = shown(result);
  return items.length > 0 && same(items, of.slice(place, place + items.length));
};

/** Calls for records; where more is to come, `rest` has the cursor and the place that it leads to. */
export async function askRecords(gateway, caller, seed, count, server) {
  const all = records(caller, seed, count);
  const answer = await ask(gateway, caller, 'records', { of: caller, seed, count }, isPart(all, 0), server);
  return withRest(answer, { caller, all, place: 0 }, server);
}

/** Reads on behind a cursor. `more` is what a reader says besides. */
export async function readOn(gateway, rest, more = {}, caller = rest.caller) {
  const answer = await ask(gateway, caller, 'plimsoll_read', { cursor: rest.cursor, ...more }, isPart(rest.all, rest.place), rest.server);
  return withRest(answer, rest, rest.server);
}

function withRest(answer, { caller, all, place }, server) {
  const cursor = answer.result && nextCursor(answer.result);
  if (!cursor || answer.kind !== 'good') return answer;
  return { ...answer, rest: { caller, all, server, cursor, place: place + shown(answer.result).length } };
}

/** From the first page to the last; one answer for all, the first that is not good if there is one. */
export async function walkRecords(gateway, caller, seed, count, server) {
  let answer = await askRecords(gateway, caller, seed, count, server);
  let pages = 1;
  while (answer.rest) {
    answer = await readOn(gateway, answer.rest);
    pages += 1;
  }
  return { ...answer, pages };
}

export const askSmall = (gateway, caller, server) =>
  ask(gateway, caller, 'small', { of: caller }, (result) => result.content[0].text === `${caller}/is here`, server);

/** Counts answers by kind, and remembers the slowest and the first that is wrong. */
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

  /** Nothing wrong, nothing that hangs, and good ones among them: where all are refused, nothing is shown to be right. */
  holds({ longest = LONGEST, good = 1 } = {}) {
    assert.equal(this.counts.wrong, 0, `wrong: ${JSON.stringify(this.wrong)?.slice(0, 1500)}`);
    assert.ok(this.counts.good >= good, `fewer than ${good} good: ${this}`);
    assert.ok(this.slowest < longest, `an answer took ${this.slowest} ms`);
    return this;
  }

  toString() {
    const { good, wrong, ...others } = this.counts;
    const some = Object.entries(others).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
    const codes = Object.entries(this.codes).map(([code, count]) => `${code} ${count}`).join(', ');
    return `${[`${good} good`, ...some, `${wrong} wrong`].join(', ')}${codes && ` (${codes})`}, the slowest ${this.slowest} ms`;
  }
}

/** Both callers ask, small things and large, until told to stop. */
export function traffic(gateway, { workers = 2, count = 300, rest = 20, server } = {}) {
  const tally = new Tally();
  let on = true;
  atEnd(() => (on = false));
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
    return tally.holds();
  };
}

/** How long until it is as it should be again. */
export async function millisUntil(what, isSo, longest = 60_000) {
  const began = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - began < longest, `not within ${longest} ms: ${what}`);
    await pause(25);
  }
  return Math.round(performance.now() - began);
}
