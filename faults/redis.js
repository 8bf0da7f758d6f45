// Tests a Redis that is killed, is stopped, is unreachable, or has no memory.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import process from 'node:process';
import { createFolder, createProcess, freePort, listens, onCleanup } from './lib/processes.js';
import { callRecords, callSmall, fillStore, measureUntil, readAllRecords, readNext, Tally, traffic } from './lib/calls.js';
import { describe, health, SERVER, startGateway, usage } from './lib/gateway.js';

const REDIS = process.env.REDIS_SERVER ?? 'redis-server';
const RECORDS = 3000;
/** Cursor key of gateways that read each other's cursors. */
const KEY = Buffer.alloc(32, 'k').toString('base64');

async function startRedis({ host = '127.0.0.1', before = [] } = {}) {
  const port = await freePort();
  const persistence = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction', '--protected-mode', 'no'];
  const command = [...before, REDIS, '--bind', host, '--port', String(port), '--dir', createFolder(`redis-${port}`), ...persistence];
  const redis = createProcess('redis-server', port, command, () => listens(port, host));
  redis.url = `redis://${host}:${port}`;
  await redis.start();
  return redis;
}

// a wait for Redis must not cause a timeout of the server
const servers = { harbour: { command: SERVER, timeouts: { request: '12s', start: '20s' } } };

const startGatewayWith = (redis) => startGateway({ servers, settings: { store: { type: 'redis' }, redis: { url: redis.url, timeout: '1s' } } });

/** Stores results, causes a fault, checks calls during it, and checks the recovery. */
async function testFault(redis, cause, recover, { readable = false } = {}) {
  const gateway = await startGatewayWith(redis);
  const before = [];
  for (const caller of ['ada', 'bob']) before.push((await callRecords(gateway, caller, 1, RECORDS)).nextRead);
  assert.ok(before.every(Boolean));
  await cause();
  const [cut, read, small] = [new Tally(), new Tally(), new Tally()];
  for (let i = 0; i < 8; i += 1) {
    for (const caller of ['ada', 'bob']) {
      cut.add(await callRecords(gateway, caller, 100 + i, RECORDS));
      small.add(await callSmall(gateway, caller));
    }
    for (const nextRead of before) read.add(await readNext(gateway, nextRead));
  }
  for (const tally of [cut, read, small]) tally.check({ good: 0 }); // the required numbers of each are checked below
  assert.equal(cut.counts.cut, 16, `first answers: ${cut}`);
  assert.equal(small.counts.good, 16, `small results: ${small}`);
  assert.equal(read.counts[readable ? 'good' : 'refused'], 16, `follow-up reads: ${read}`);
  const { status } = await health(gateway);
  await recover();
  const recoveryMillis = await measureUntil('earlier results can be read', async () => (await readNext(gateway, before[0])).kind === 'good');
  await measureUntil('the gateway stores results again', async () => (await readAllRecords(gateway, 'ada', 500, RECORDS)).kind === 'good');
  assert.equal((await readNext(gateway, before[1])).kind, 'good');
  await measureUntil('/health reports up', async () => (await health(gateway)).status === 'up');
  return `first answers: ${cut}; follow-up reads: ${read}; /health reported ${status}; recovered after ${recoveryMillis} ms; ${describe(usage(gateway))}`;
}

/** Creates a separate network for Redis that can drop all packets. Returns null if that is not possible. */
function createNetwork() {
  if (process.getuid() !== 0 || spawnSync('ip', ['-V']).status !== 0) return null;
  const ip = (...args) => execFileSync('ip', args, { stdio: 'pipe' });
  const name = `plimsoll${process.pid % 100_000}`;
  const [hostDevice, guestDevice] = [`p${process.pid % 100_000}h`, `p${process.pid % 100_000}n`];
  const [host, guest] = [1, 2].map((byte) => `10.213.${process.pid % 250}.${byte}`);
  try {
    ip('netns', 'add', name);
    onCleanup(() => ip('netns', 'del', name));
    ip('link', 'add', hostDevice, 'type', 'veth', 'peer', 'name', guestDevice, 'netns', name);
    ip('addr', 'add', `${host}/30`, 'dev', hostDevice);
    ip('link', 'set', hostDevice, 'up');
    ip('-n', name, 'addr', 'add', `${guest}/30`, 'dev', guestDevice);
    ip('-n', name, 'link', 'set', guestDevice, 'up');
  } catch {
    return null;
  }
  return {
    host: guest,
    before: ['ip', 'netns', 'exec', name],
    // drops packets without an error
    cut: () => ip('-n', name, 'route', 'replace', 'blackhole', `${host}/32`),
    restore: () => ip('-n', name, 'route', 'del', 'blackhole', `${host}/32`),
  };
}

export const redis = {
  'Redis is killed': async () => {
    const redisServer = await startRedis();
    return testFault(redisServer, () => redisServer.end('SIGKILL'), () => redisServer.start());
  },

  'Redis is frozen (SIGSTOP)': async () => {
    const redisServer = await startRedis();
    onCleanup(() => redisServer.child.kill('SIGCONT'));
    return testFault(redisServer, () => redisServer.child.kill('SIGSTOP'), () => redisServer.child.kill('SIGCONT'));
  },

  'the network of Redis is cut': async () => {
    const net = createNetwork();
    if (!net) return 'skipped: needs root, iproute2 and network namespaces';
    const redisServer = await startRedis(net);
    return testFault(redisServer, net.cut, net.restore);
  },

  'Redis runs out of memory': async () => {
    const redisServer = await startRedis();
    const cli = (...args) => execFileSync('redis-cli', ['-p', String(redisServer.port), ...args], { encoding: 'utf8' });
    const used = () => Number(cli('info', 'memory').match(/used_memory:(\d+)/)[1]);
    return testFault(redisServer, () => cli('config', 'set', 'maxmemory', String(used() - 100_000)), () => cli('config', 'set', 'maxmemory', '0'), { readable: true });
  },

  'Redis is killed and restarted repeatedly during traffic of both callers': async () => {
    const redisServer = await startRedis();
    const gateway = await startGatewayWith(redisServer);
    const stop = traffic(gateway);
    for (let i = 0; i < 4; i += 1) {
      await measureUntil('a list can be read to its end', async () => (await readAllRecords(gateway, 'ada', 600 + i, RECORDS)).kind === 'good');
      await redisServer.end('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await redisServer.start();
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
    const first = (await callRecords(one, 'ada', 1, RECORDS)).nextRead;
    const stored = await fillStore(one, 'ada', 500);
    assert.ok(stored > 10 && stored < 500, `${stored} results fill the store`);
    assert.equal(await fillStore(other, 'ada', 1), 0, 'the share of a caller applies to all gateways together');
    const storedByOther = await fillStore(other, 'bob', 500);
    assert.ok(storedByOther > 0, 'the other caller has a part of the store');
    assert.equal((await readNext(other, first)).kind, 'good');
    return `store of 16 MB: ${stored + 1} results of the first caller were stored, then ${storedByOther} of the other one, at another gateway`;
  },
};
