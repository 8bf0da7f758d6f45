// Mixed traffic for a long time: nothing grows, nothing gets slower, every answer is right.

import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pause, waitFor } from '../../replicas/lib/managed-process.js';
import { quantile, short as brief } from '../lib/statistics.js';
import { describe, growths, paces } from '../lib/bounds.js';
import { MOST, Traffic } from '../lib/traffic.js';
import { heap, histogram, resources } from '../lib/process-resources.js';
import { kinds } from './soak-kinds.js';
import { startSetup } from './soak-setup.js';

const KEYS = ['heap', 'resident', 'threads', 'virtual', 'files', 'processes', 'spill', 'data'];
const HEAD = ['heap, MB', 'resident, MB', 'threads', 'virtual threads', 'files', 'processes', 'spilled, MB', 'data folder, MB'];
const row = (sample) => KEYS.map((key) => brief(sample[key]));

/** Samples every ten seconds. Garbage is collected only now and then, because that disturbs the measurements. */
async function sampled(ship, traffic, seconds, collectEvery) {
  const samples = [];
  const every = Math.min(10, seconds / 12);
  for (let next = every; next <= seconds; next += every) {
    await pause(Math.max(0, (next - traffic.seconds()) * 1000));
    assert.ok(!ship.gateway.ended, `plimsoll serve has ended after ${Math.round(traffic.seconds())} s`);
    const collected = samples.length % collectEvery === 0 ? await heap(ship.gateway) : {};
    samples.push({ at: traffic.seconds(), ...collected, ...resources(ship.gateway) });
    if (samples.length % 6 === 0) console.log(`        ${Math.round(traffic.seconds())} s: ${KEYS.map((key) => `${key} ${brief(samples.findLast((each) => each[key] !== undefined)[key])}`).join(', ')}`);
  }
  return samples;
}

function byMinute(traffic, seconds) {
  return [...traffic.kinds.keys()].flatMap((name) => Array.from({ length: Math.ceil(seconds / 60) }, (_, minute) => {
    const times = traffic.between(name, minute * 60, minute * 60 + 60);
    return { name, minute, count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  }));
}

function tabulateAll(tabulate, samples, grown, paced) {
  const shown = samples.filter((sample) => sample.heap !== undefined);
  const step = Math.max(1, Math.ceil(shown.length / 10));
  const minute = (sample) => `${Math.round(sample.at / 6) / 10} min`;
  tabulate('soak', ['after', ...HEAD], shown.filter((_, i) => i % step === 0 || i === shown.length - 1).map((sample) => [minute(sample), ...row(sample)]));
  tabulate(
    'soak-growth',
    ['in the second half', 'from', 'to', 'rise of the line', 'its error', 'bound', ''],
    grown.map((each) => [each.name, brief(each.from), brief(each.to), brief(each.rise), brief(each.error), brief(each.bound), each.grew ? '**grew**' : 'no growth']),
  );
  tabulate(
    'soak-times',
    ['kind', 'times', 'p50, ms', 'p99, ms', 'compared', 'first third', 'last third', ''],
    paced.map((each) => [each.name, brief(each.count), brief(each.p50), brief(each.p99), each.share === 0.99 ? 'p99' : 'p50', brief(each.before), brief(each.after), each.slower ? '**slower**' : '']),
  );
}

export async function soak({ test, tabulate, keep, minutes, rate }) {
  const seconds = minutes * 60;
  const long = minutes >= 10;
  const lives = long ? 60 : 16;
  const ship = await startSetup({ ttl: `${lives}s`, idle: `${lives / 2}s` });
  const before = { ...(await heap(ship.gateway)), ...resources(ship.gateway) };
  const traffic = new Traffic(rate);
  const loop = monitorEventLoopDelay();
  loop.enable();
  kinds(traffic, ship);
  const samples = await sampled(ship, traffic, seconds, long ? 3 : 1);
  await traffic.stop();
  const warm = Math.min(seconds / 4, 180);
  const grown = growths(samples);
  const paced = paces(traffic, warm, seconds);
  const total = paced.reduce((sum, { name }) => sum + traffic.kinds.get(name).times.length, 0);
  const left = [...traffic.kinds.values()].reduce((sum, kind) => sum + kind.left, 0);
  tabulateAll(tabulate, samples, grown, paced);
  keep('soak', { samples, minutes: byMinute(traffic, seconds), growths: grown, paces: paced, faults: traffic.faults.map(({ at, name, error }) => ({ at, name, message: error.message })) });

  await test(`${minutes} minutes of mixed traffic: every answer is right`, async () => {
    assert.deepEqual(traffic.faults.map(({ name, error }) => `${name}: ${error.message.slice(0, 200)}`).slice(0, 10), []);
    assert.ok([...traffic.kinds].every(([, kind]) => kind.turn > 0 && kind.times.length > 0), 'every kind of request ran');
    return `${total} requests, ${brief(total / seconds)} a second; ${left} turns left out because ${MOST} requests of the kind were pending`;
  });

  await test('nothing grows: heap, threads, files, processes', async () => {
    const grew = grown.filter((each) => each.grew);
    assert.equal(grew.length, 0, `${grew.map(describe).join('; ')}\n${grew.length > 0 ? await histogram(ship.gateway) : ''}`);
    return grown.map(describe).join('; ');
  });

  await test('nothing gets slower', () => {
    const slower = paced.filter((each) => each.slower);
    assert.equal(slower.length, 0, slower.map((each) => `${each.name}: ${brief(each.before)} to ${brief(each.after)} ms`).join('; '));
    return `event loop delay of the test itself: p99 ${brief(loop.percentile(99) / 1e6)} ms`;
  });

  await test('after the traffic, heap, threads, files, and processes are as before', async () => {
    await ship.leave();
    let after;
    await waitFor('heap, threads, files, and processes are as before', async () => {
      await ship.status();
      after = { ...(await heap(ship.gateway)), ...resources(ship.gateway) };
      return after.virtual <= before.virtual + 10 && after.processes <= before.processes && after.files <= before.files + 40 && after.spill === 0;
    }, 150_000).catch((error) => assert.fail(`${error.message}: before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`));
    // the engine keeps up to 64 MB of results open
    assert.ok(after.heap <= before.heap + 80, `heap ${brief(before.heap)} to ${brief(after.heap)} MB\n${await histogram(ship.gateway)}`);
    return `heap ${brief(before.heap)} to ${brief(after.heap)} MB, files ${before.files} to ${after.files}, threads ${before.threads} to ${after.threads}, processes ${after.processes}`;
  });
  await ship.end();
}
