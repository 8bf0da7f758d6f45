// The tables Speed and Size: the times of the start, small calls, and large results, and the memory of each peer. In each round, all
// peers are measured one after another; figures are medians over the rounds.

import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { open } from '../lib/client.js';
import { median } from '../lib/numbers.js';
import { commandOf, upstream } from '../lib/run.js';
import { load } from '../lib/processes.js';

/** Numbers of calls and stored results; limits of time in milliseconds (longestRate, longestStore); the size of the large result in bytes;
 * later calls. */
const COUNTS = { calls: 1_000, rateCalls: 2_000, stored: 1_000, longestRate: 20_000, longestStore: 90_000, size: 20_000_000, later: 3 };
const QUICK = { calls: 50, rateCalls: 100, stored: 20, longestRate: 3_000, longestStore: 10_000, size: 2_000_000, later: 1 };
const IN_FLIGHT = 16;
const TIMEOUT = 60_000;
const LARGE_TIMEOUT = 30_000;
const isUpstream = (words) => words[1]?.endsWith('server/speed.js') === true;
const FAST = ['startMillis', 'p50', 'p99', 'rate1', 'rate16', 'megabyteFirst', 'megabyteLater', 'megabytePassed'];

/** Measures the default form of each peer, except the client that cuts, because it is not a process. */
export async function measureAll(peers, { rounds, isQuick, report }) {
  const counts = isQuick ? QUICK : COUNTS;
  const measured = peers.filter((peer) => !peer.isClient);
  const found = Object.fromEntries(measured.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const peer of measured) {
      const figures = { ...(await attempt(() => fast(peer, counts))), ...(peer.canPass ? await attempt(() => passed(peer, counts)) : {}) };
      found[peer.name].push({ ...figures, load: load() });
      report(`round ${round}, ${peer.name}: ${JSON.stringify(figures)}`);
    }
  }
  const results = {};
  for (const peer of measured) {
    const figures = { ...medians(found[peer.name]), ...(await attempt(() => large(peer, counts))), ...(await attempt(() => stored(peer, counts))) };
    results[`${peer.name} defaults`] = { ...figures, rows: found[peer.name] };
    report(`${peer.name}: ${JSON.stringify(figures)}`);
  }
  return results;
}

async function attempt(measure) {
  try {
    return await measure();
  } catch (error) {
    return { failure: error.message };
  }
}

function medians(rows) {
  return Object.fromEntries(FAST.map((name) => [name, median(rows.map((row) => row[name]).filter((value) => value !== undefined))]));
}

async function start(peer, form = 'defaults') {
  const session = await open(commandOf(peer, form, upstream('speed.js')), { timeout: TIMEOUT });
  const call = (name, args, timeout = TIMEOUT) => session.call(peer.tool(name, session), args, timeout);
  return { session, call };
}

/** Measures the start, the first small calls one after another, calls at the same time, and a result of a megabyte. */
async function fast(peer, counts) {
  const { calls, rateCalls, longestRate } = counts;
  const { session, call } = await start(peer);
  try {
    const times = [];
    const begun = performance.now();
    while (times.length < calls && performance.now() - begun < longestRate) times.push((await call('small')).millis * 1_000);
    const seconds = (performance.now() - begun) / 1_000;
    const sorted = times.toSorted((a, b) => a - b);
    return {
      startMillis: session.startMillis, p50: median(times), p99: sorted[Math.floor(sorted.length * 0.99)], rate1: times.length / seconds, rate16: await rate(call, rateCalls, longestRate),
      megabyteFirst: (await call('megabyte')).millis, megabyteLater: await later(call, counts),
    };
  } finally {
    await session.end();
  }
}

/** Measures the same result of a megabyte in the form `passing`. */
async function passed(peer, counts) {
  const { session, call } = await start(peer, 'passing');
  try {
    await call('megabyte');
    return { megabytePassed: await later(call, counts) };
  } finally {
    await session.end();
  }
}

async function later(call, counts) {
  const times = [];
  for (let i = 0; i < counts.later; i++) times.push((await call('megabyte')).millis);
  return median(times);
}

/** Returns the calls per second, with IN_FLIGHT calls at a time. */
async function rate(call, calls, longest) {
  let made = 0;
  const begun = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, async () => {
    while (made < calls && performance.now() - begun < longest) {
      made += 1;
      await call('small');
    }
  }));
  return made / ((performance.now() - begun) / 1_000);
}

async function large(peer, { size }) {
  const { session, call } = await start(peer);
  const figures = {};
  try {
    // the upstream creates the large result now, so that this does not count
    await call('prepare', { size });
    await pause(1_000);
    // in the row "no tool", the upstream is the only process, so there is no memory to measure
    figures.idle = session.memory(isUpstream) || undefined;
    figures.twentyFirst = (await call('prepared', {}, LARGE_TIMEOUT)).millis;
    figures.twentyLater = (await call('prepared', {}, LARGE_TIMEOUT)).millis;
  } catch (error) {
    figures.twentyFirst ??= error.message;
  }
  figures.loaded = session.isAlive && figures.idle !== undefined ? session.memory(isUpstream) : undefined;
  await session.end();
  return figures;
}

/** Stores many results of 50 KB. Measures the time and the memory, and whether the first result can still be read. */
async function stored(peer, { stored: wanted, longestStore }) {
  if (!peer.handle) return {};
  const { session, call } = await start(peer);
  const begun = performance.now();
  let first;
  let made = 0;
  try {
    while (made < wanted && performance.now() - begun < longestStore) {
      const { result } = await call('page', { n: made });
      first ??= result;
      made += 1;
    }
    const figures = { storedSeconds: made === wanted ? (performance.now() - begun) / 1_000 : `${made} in ${longestStore / 1_000} s`, storedMemory: session.memory(isUpstream) };
    const next = peer.rows?.(peer.handle(first)) ?? peer.next(first);
    const answer = await session.call(...next, TIMEOUT);
    const isGone = !answer.result || answer.result.isError || /not found|expired|unknown|evicted/i.test(answer.text.slice(0, 600));
    return { ...figures, firstIsKept: isGone ? 'no' : 'yes' };
  } finally {
    await session.end();
  }
}
