// Speed and size: what a peer adds to small calls and large results, its start, and its memory. Rounds go in turns; figures are medians.

import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { open } from '../lib/client.js';
import { median } from '../lib/numbers.js';
import { commandOf, upstream } from '../lib/run.js';
import { load } from '../lib/processes.js';

const CALLS = 1_000;
const RATE_CALLS = 2_000;
const IN_FLIGHT = 16;
const STORED = 1_000;
const LONGEST_RATE = 20_000;
const LONGEST_STORE = 90_000;
const TIMEOUT = 60_000;
const isUpstream = (words) => words[1]?.endsWith('server/speed.js') === true;

/** The default form of each peer; a client's cut is no process. */
export async function measureAll(peers, { rounds, report }) {
  const measured = peers.filter((peer) => !peer.isClient);
  const found = Object.fromEntries(measured.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const peer of measured) {
      const figures = await attempt(() => fast(peer));
      found[peer.name].push({ ...figures, load: load() });
      report(`round ${round}, ${peer.name}: ${JSON.stringify(figures)}`);
    }
  }
  const results = {};
  for (const peer of measured) {
    const figures = { ...medians(found[peer.name]), ...(await attempt(() => large(peer))), ...(await attempt(() => stored(peer))) };
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
  const names = ['startMillis', 'p50', 'p99', 'rate1', 'rate16', 'megabyteFirst', 'megabyteLater'];
  return Object.fromEntries(names.map((name) => [name, median(rows.map((row) => row[name]).filter((value) => value !== undefined))]));
}

async function start(peer) {
  const session = await open(commandOf(peer, 'defaults', upstream('speed.js')), { timeout: TIMEOUT });
  const call = (name, args) => session.call(peer.tool(name, session), args, TIMEOUT);
  return { session, call };
}

async function fast(peer) {
  const { session, call } = await start(peer);
  try {
    const times = [];
    const begun = performance.now();
    while (times.length < CALLS && performance.now() - begun < LONGEST_RATE) times.push((await call('small')).millis * 1_000);
    const seconds = (performance.now() - begun) / 1_000;
    const sorted = times.toSorted((a, b) => a - b);
    const figures = { startMillis: session.startMillis, p50: sorted[sorted.length >> 1], p99: sorted[Math.floor(sorted.length * 0.99)], rate1: times.length / seconds, rate16: await rate(call) };
    figures.megabyteFirst = (await call('megabyte')).millis;
    const later = [];
    for (let i = 0; i < 5; i++) later.push((await call('megabyte')).millis);
    return { ...figures, megabyteLater: median(later) };
  } finally {
    await session.end();
  }
}

/** Returns the calls in a second, with several in flight. */
async function rate(call) {
  let made = 0;
  const begun = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, async () => {
    while (made < RATE_CALLS && performance.now() - begun < LONGEST_RATE) {
      made += 1;
      await call('small');
    }
  }));
  return made / ((performance.now() - begun) / 1_000);
}

async function large(peer) {
  const { session, call } = await start(peer);
  const figures = {};
  try {
    await call('small');
    await pause(1_000);
    figures.idle = peer.install || peer.version ? session.memory(isUpstream) : undefined;
    // the upstream makes its result before its first call is measured
    figures.twentyFirst = (await call('twenty_megabytes')).millis;
    figures.twentyLater = (await call('twenty_megabytes')).millis;
  } catch (error) {
    figures.twentyFirst ??= error.message;
  }
  figures.loaded = session.isAlive && figures.idle !== undefined ? session.memory(isUpstream) : undefined;
  await session.end();
  return figures;
}

/** 1,000 results of 50 KB: how long, and is the first still there? */
async function stored(peer) {
  if (!peer.handle) return {};
  const { session, call } = await start(peer);
  const begun = performance.now();
  let first;
  let made = 0;
  try {
    while (made < STORED && performance.now() - begun < LONGEST_STORE) {
      const { result } = await call('page', { n: made });
      first ??= result;
      made += 1;
    }
    const figures = { storedSeconds: made === STORED ? (performance.now() - begun) / 1_000 : `${made} in ${LONGEST_STORE / 1_000} s`, storedMemory: session.memory(isUpstream) };
    const next = peer.rows?.(peer.handle(first)) ?? peer.next(first);
    const answer = await session.call(...next, TIMEOUT);
    const isGone = !answer.result || answer.result.isError || /not found|expired|unknown|evicted/i.test(answer.text.slice(0, 600));
    return { ...figures, firstIsKept: isGone ? 'no' : 'yes' };
  } finally {
    await session.end();
  }
}
