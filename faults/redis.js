// A Redis that dies, is frozen, is unreachable, or is out of memory.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import process from 'node:process';
import { add, freePort, listens, onCleanup, place } from './lib/processes.js';
import { askRecords, askSmall, fill, followUp, millisUntil, Tally, traffic, walkRecords } from './lib/calls.js';
import { describe, health, SERVER, startGateway, usage } from './lib/gateway.js';

const REDIS = process.env.REDIS_SERVER ?? 'redis-server';
const LARGE = 3000;
/** Of all gateways that read each other's cursors. */
const KEY = Buffer.alloc(32, 'k').toString('base64');

async function startRedis({ host = '127.0.0.1', before = [] } = {}) {
  const port = await freePort();
  const lasting = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction', '--protected-mode', 'no'];
  const command = [...before, REDIS, '--bind', host, '--port', String(port), '--dir', place(`redis-${port}`), ...lasting];
  const redis = add('redis-server', port, command, () => listens(port, host));
  redis.url = `redis://${host}:${port}`;
  await redis.start();
  return redis;
}

// waiting for Redis must not look like a slow server
const servers = { harbour: { command: SERVER, timeouts: { request: '12s', start: '20s' } } };

const over = (redis) => startGateway({ servers, settings: { store: { type: 'redis' }, redis: { url: redis.url, timeout: '1s' } } });

/** Stores results, causes a fault, and checks calls until it ends. */
async function through(redis, begin, end, { readable = false } = {}) {
  const it = await over(redis);
  const before = [];
  for (const caller of ['ada', 'bob']) before.push((await askRecords(it, caller, 1, LARGE)).rest);
  assert.ok(before.every(Boolean));
  await begin();
  const [cut, read, small] = [new Tally(), new Tally(), new Tally()];
  for (let i = 0; i < 8; i += 1) {
    for (const caller of ['ada', 'bob']) {
      cut.add(await askRecords(it, caller, 100 + i, LARGE));
      small.add(await askSmall(it, caller));
    }
    for (const rest of before) read.add(await followUp(it, rest));
  }
  for (const tally of [cut, read, small]) tally.check({ good: 0 }); // the required numbers of each are checked below
  assert.equal(cut.counts.cut, 16, `first answers: ${cut}`);
  assert.equal(small.counts.good, 16, `small results: ${small}`);
  assert.equal(read.counts[readable ? 'good' : 'refused'], 16, `follow-up reads: ${read}`);
  const { status } = await health(it);
  await end();
  const back = await millisUntil('earlier results can be read', async () => (await followUp(it, before[0])).kind === 'good');
  await millisUntil('the gateway stores results again', async () => (await walkRecords(it, 'ada', 500, LARGE)).kind === 'good');
  assert.equal((await followUp(it, before[1])).kind, 'good');
  await millisUntil('/health reports up', async () => (await health(it)).status === 'up');
  return `first answers: ${cut}; follow-up reads: ${read}; /health reported ${status}; recovered after ${back} ms; ${describe(usage(it))}`;
}

/** A separate network for Redis, which can be cut silently; null if not available. */
function partitionable() {
  if (process.getuid() !== 0 || spawnSync('ip', ['-V']).status !== 0) return null;
  const ip = (...args) => execFileSync('ip', args, { stdio: 'pipe' });
  const name = `plimsoll${process.pid % 100_000}`;
  const [here, there] = [`p${process.pid % 100_000}h`, `p${process.pid % 100_000}n`];
  const [host, guest] = [1, 2].map((last) => `10.213.${process.pid % 250}.${last}`);
  try {
    ip('netns', 'add', name);
    onCleanup(() => ip('netns', 'del', name));
    ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name);
    ip('addr', 'add', `${host}/30`, 'dev', here);
    ip('link', 'set', here, 'up');
    ip('-n', name, 'addr', 'add', `${guest}/30`, 'dev', there);
    ip('-n', name, 'link', 'set', there, 'up');
  } catch {
    return null;
  }
  return {
    host: guest,
    before: ['ip', 'netns', 'exec', name],
    // drops its packets silently
    cut: () => ip('-n', name, 'route', 'replace', 'blackhole', `${host}/32`),
    mend: () => ip('-n', name, 'route', 'del', 'blackhole', `${host}/32`),
  };
}

export const redis = {
  'Redis is killed': async () => {
    const it = await startRedis();
    return through(it, () => it.end('SIGKILL'), () => it.start());
  },

  'Redis is frozen (SIGSTOP)': async () => {
    const it = await startRedis();
    onCleanup(() => it.child.kill('SIGCONT'));
    return through(it, () => it.child.kill('SIGSTOP'), () => it.child.kill('SIGCONT'));
  },

  'the network of Redis is cut': async () => {
    const net = partitionable();
    if (!net) return 'skipped: needs root, iproute2 and network namespaces';
    const it = await startRedis(net);
    return through(it, net.cut, net.mend);
  },

  'Redis runs out of memory': async () => {
    const it = await startRedis();
    const cli = (...args) => execFileSync('redis-cli', ['-p', String(it.port), ...args], { encoding: 'utf8' });
    const used = () => Number(cli('info', 'memory').match(/used_memory:(\d+)/)[1]);
    return through(it, () => cli('config', 'set', 'maxmemory', String(used() - 100_000)), () => cli('config', 'set', 'maxmemory', '0'), { readable: true });
  },

  'Redis is killed and restarted repeatedly during traffic of both callers': async () => {
    const it = await startRedis();
    const gateway = await over(it);
    const stop = traffic(gateway);
    for (let i = 0; i < 4; i += 1) {
      await millisUntil('a list can be read to its end', async () => (await walkRecords(gateway, 'ada', 600 + i, LARGE)).kind === 'good');
      await it.end('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await it.start();
    }
    const tally = await stop();
    assert.ok(Object.keys(tally.codes).every((code) => code === 'INTERNAL_ERROR'), `${tally}`);
    return `4 restarts: ${tally}; ${describe(usage(gateway))}`;
  },

  'one caller fills the store in Redis through one of two gateways': async () => {
    const server = await startRedis();
    const settings = { store: { type: 'redis', maxBytes: '16MB' }, redis: { url: server.url }, cursor: { key: '${PLIMSOLL_CURSOR_KEY}' } };
    const env = { PLIMSOLL_CURSOR_KEY: KEY };
    const [one, other] = [await startGateway({ servers, settings, env }), await startGateway({ servers, settings, env })];
    const first = (await askRecords(one, 'ada', 1, LARGE)).rest;
    const taken = await fill(one, 'ada', 500);
    assert.ok(taken > 10 && taken < 500, `${taken} results fill the store`);
    assert.equal(await fill(other, 'ada', 1), 0, 'the share of a caller is that of all gateways');
    const left = await fill(other, 'bob', 500);
    assert.ok(left > 0, 'the other caller has a part of the store');
    assert.equal((await followUp(other, first)).kind, 'good');
    return `store of 16 MB: ${taken + 1} results of the first caller were stored, then ${left} of the other one, at another gateway`;
  },
};
