// Sends mixed traffic for a long time: resources must not grow, times must not increase, and every answer must be right.

import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pause, waitFor } from '../../replicas/lib/managed-process.js';
import { quantile, short as format } from '../lib/statistics.js';
import { compareTimes, describe, measureGrowth } from '../lib/bounds.js';
import { MAX_PENDING, Traffic } from '../lib/traffic.js';
import { heap, histogram, resources } from '../lib/process-resources.js';
import { addRequestKinds } from './soak-kinds.js';
import { startSetup } from './soak-setup.js';

const KEYS = ['heap', 'resident', 'threads', 'virtual', 'files', 'processes', 'spill', 'data'];
const HEAD = ['heap, MB', 'resident, MB', 'threads', 'virtual threads', 'files', 'processes', 'spilled, MB', 'data folder, MB'];
const row = (sample) => KEYS.map((key) => format(sample[key]));

/** Takes samples every ten seconds. The heap is measured only in some of them, because the garbage collection disturbs the other measurements. */
async function collectSamples(setup, traffic, seconds, collectEvery) {
  const samples = [];
  const interval = Math.min(10, seconds / 12);
  for (let next = interval; next <= seconds; next += interval) {
    await pause(Math.max(0, (next - traffic.seconds()) * 1000));
    assert.ok(!setup.gateway.ended, `plimsoll serve has ended after ${Math.round(traffic.seconds())} s`);
    const heapSample = samples.length % collectEvery === 0 ? await heap(setup.gateway) : {};
    samples.push({ at: traffic.seconds(), ...heapSample, ...resources(setup.gateway) });
    if (samples.length % 6 === 0) console.log(`        ${Math.round(traffic.seconds())} s: ${KEYS.map((key) => `${key} ${format(samples.findLast((each) => each[key] !== undefined)[key])}`).join(', ')}`);
  }
  return samples;
}

function timesByMinute(traffic, seconds) {
  return [...traffic.kinds.keys()].flatMap((name) => Array.from({ length: Math.ceil(seconds / 60) }, (_, minute) => {
    const times = traffic.between(name, minute * 60, minute * 60 + 60);
    return { name, minute, count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  }));
}

function tabulateAll(tabulate, samples, growth, pace) {
  const heapSamples = samples.filter((sample) => sample.heap !== undefined);
  const step = Math.max(1, Math.ceil(heapSamples.length / 10));
  const minute = (sample) => `${Math.round(sample.at / 6) / 10} min`;
  tabulate('soak', ['after', ...HEAD], heapSamples.filter((_, i) => i % step === 0 || i === heapSamples.length - 1).map((sample) => [minute(sample), ...row(sample)]));
  tabulate(
    'soak-growth',
    ['in the second half', 'lowest', 'highest', 'rise of the line', 'its error', 'bound', ''],
    growth.map((each) => [each.name, format(each.lowest), format(each.highest), format(each.rise), format(each.error), format(each.bound), each.hasGrown ? '**grew**' : 'no growth']),
  );
  tabulate(
    'soak-times',
    ['kind', 'times', 'p50, ms', 'p99, ms', 'compared', 'first third', 'last third', ''],
    pace.map((each) => [each.name, format(each.count), format(each.p50), format(each.p99), each.share === 0.99 ? 'p99' : 'p50', format(each.before), format(each.after), each.isSlower ? '**slower**' : '']),
  );
}

export async function soak({ test, tabulate, recordDetails, minutes, rate }) {
  const seconds = minutes * 60;
  const isLong = minutes >= 10;
  const ttlSeconds = isLong ? 60 : 16;
  const setup = await startSetup({ ttl: `${ttlSeconds}s`, idle: `${ttlSeconds / 2}s` });
  const before = { ...(await heap(setup.gateway)), ...resources(setup.gateway) };
  const traffic = new Traffic(rate);
  const eventLoopDelay = monitorEventLoopDelay();
  eventLoopDelay.enable();
  addRequestKinds(traffic, setup);
  const samples = await collectSamples(setup, traffic, seconds, isLong ? 3 : 1);
  await traffic.stop();
  const warmUpEnd = Math.min(seconds / 4, 180);
  const growth = measureGrowth(samples);
  const pace = compareTimes(traffic, warmUpEnd, seconds);
  const total = pace.reduce((sum, { name }) => sum + traffic.kinds.get(name).times.length, 0);
  const skipped = [...traffic.kinds.values()].reduce((sum, kind) => sum + kind.skipped, 0);
  tabulateAll(tabulate, samples, growth, pace);
  recordDetails('soak', { samples, minutes: timesByMinute(traffic, seconds), growths: growth, paces: pace, errors: traffic.errors.map(({ at, name, error }) => ({ at, name, message: error.message })) });

  await test(`${minutes} minutes of mixed traffic: every answer is right`, async () => {
    assert.deepEqual(traffic.errors.map(({ name, error }) => `${name}: ${error.message.slice(0, 200)}`).slice(0, 10), []);
    assert.ok([...traffic.kinds].every(([, kind]) => kind.turn > 0 && kind.times.length > 0), 'every kind of request ran');
    return `${total} requests, ${format(total / seconds)} a second; ${skipped} turns skipped because ${MAX_PENDING} requests of the kind were pending`;
  });

  await test('heap, threads, files, and processes do not grow', async () => {
    const grown = growth.filter((each) => each.hasGrown);
    assert.equal(grown.length, 0, `${grown.map(describe).join('; ')}\n${grown.length > 0 ? await histogram(setup.gateway) : ''}`);
    return growth.map(describe).join('; ');
  });

  await test('no kind of request gets slower', () => {
    const slower = pace.filter((each) => each.isSlower);
    assert.equal(slower.length, 0, slower.map((each) => `${each.name}: ${format(each.before)} to ${format(each.after)} ms`).join('; '));
    return `event loop delay of the test itself: p99 ${format(eventLoopDelay.percentile(99) / 1e6)} ms`;
  });

  await test('after the traffic, heap, threads, files, and processes are as before', async () => {
    await setup.disconnect();
    let after;
    await waitFor('heap, threads, files, and processes are as before', async () => {
      await setup.status();
      after = { ...(await heap(setup.gateway)), ...resources(setup.gateway) };
      return after.virtual <= before.virtual + 10 && after.processes <= before.processes && after.files <= before.files + 40 && after.spill === 0;
    }, 150_000).catch((error) => assert.fail(`${error.message}: before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`));
    // the engine keeps up to 64 MB of results open
    assert.ok(after.heap <= before.heap + 80, `heap ${format(before.heap)} to ${format(after.heap)} MB\n${await histogram(setup.gateway)}`);
    return `heap ${format(before.heap)} to ${format(after.heap)} MB, files ${before.files} to ${after.files}, threads ${before.threads} to ${after.threads}, processes ${after.processes}`;
  });
  await setup.end();
}
