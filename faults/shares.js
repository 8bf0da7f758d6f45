// One caller or address takes as much as it can of what all share; the other one gets its part.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { LEGACY } from '../replicas/lib/client.js';
import { ask, askRecords, askSmall, figures, Tally } from './lib/calls.js';
import { bearer, health, SERVER, startGateway } from './lib/gateway.js';
import { onCleanup, pause } from './lib/processes.js';

/** An address besides 127.0.0.1. Linux has all of 127.0.0.0/8. */
const ELSEWHERE = '127.0.0.2';

/** Opens a session of the revisions up to 2025-11-25; returns the HTTP status. */
async function openSession({ at }, caller, server = 'harbour') {
  const response = await fetch(`${at}/mcp/${server}`, {
    method: 'POST',
    headers: { ...bearer(caller), 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'faults', version: '1' } } }),
    signal: AbortSignal.timeout(20_000),
  });
  await response.text();
  return response.status;
}

/** Opens sessions until one is refused; returns their number. */
async function openAll(it, caller, most) {
  for (let opened = 0; opened < most; opened += 1) {
    const status = await openSession(it, caller);
    if (status !== 200) {
      assert.equal(status, 503);
      return opened;
    }
  }
  return most;
}

async function poolOf(it, key) {
  const { pools, status } = await health(it);
  const pool = pools.find(({ name }) => name === key);
  assert.ok(pool, `no pool ${key} in ${JSON.stringify(pools)}`);
  return { ...pool, status };
}

async function shareSessions(key, settings, limit) {
  const it = await startGateway({ settings });
  const alone = await openAll(it, 'ada', limit + 1);
  const other = await openAll(it, 'bob', limit + 1);
  assert.ok(alone >= limit * 0.8 && alone <= limit * 0.9 + 1, `${alone} of ${limit} for the first caller`);
  assert.ok(other >= Math.floor(limit * 0.1) - 1, `${other} for the other caller`);
  const pool = await poolOf(it, key);
  assert.equal(pool.status, 'degraded');
  return `limit of ${limit}: ${alone} of the first caller, then ${other} of the other one`;
}

/** Sends the head of a POST and one byte, and keeps the connection. */
function slowBody(at, caller, length) {
  const { port } = new URL(at);
  const headers = [
    'POST /mcp/harbour HTTP/1.1', `Host: 127.0.0.1:${port}`, `Authorization: ${bearer(caller).Authorization}`,
    'Content-Type: application/json', 'Accept: application/json, text/event-stream', `Content-Length: ${length}`,
  ];
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${headers.join('\r\n')}\r\n\r\n{`));
  socket.on('error', () => {});
  const drip = setInterval(() => socket.write(' '.repeat(64 * 1024)), 20);
  socket.on('close', () => clearInterval(drip));
  onCleanup(() => socket.destroy());
  return socket;
}

/** Opens a connection that sends nothing. */
function silent(at) {
  const socket = connect({ port: Number(new URL(at).port), host: '127.0.0.1', localAddress: ELSEWHERE });
  socket.on('error', () => {});
  onCleanup(() => socket.destroy());
  return socket;
}

/** Gets /health/live on a new connection; returns the milliseconds. */
function live(at) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${at}/health/live`, { agent: new Agent({ keepAlive: false }) }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - began));
    });
    sent.setTimeout(20_000, () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end();
  });
}

export const shares = {
  'one caller opens all sessions': () => shareSessions('sessions.max', { sessions: { max: 200 }, isolation: 'shared' }, 200),

  'a caller with a larger weight opens all sessions': async () => {
    const limit = 200;
    const it = await startGateway({ settings: { sessions: { max: limit }, isolation: 'shared', callers: { 'token ad*': { weight: 19 } } } });
    const alone = await openAll(it, 'ada', limit + 1);
    const other = await openAll(it, 'bob', limit + 1);
    assert.ok(alone >= limit * 0.94 && alone <= limit * 0.95, `${alone} of ${limit} for the first caller`);
    assert.equal(alone + other, limit);
    return `limit of ${limit}: ${alone} of the first caller, of weight 19, then ${other} of the other one`;
  },

  'one caller starts all processes': () => shareSessions('maxProcesses', { maxProcesses: 20, isolation: 'session' }, 20),

  'one caller fills the memory for request bodies': async () => {
    const it = await startGateway({ options: '-Xmx256m', settings: { maxMessageBytes: '48MB' } });
    const sockets = Array.from({ length: 8 }, () => slowBody(it.at, 'ada', 45 * 1024 * 1024));
    await pause(3000);
    const pool = await poolOf(it, 'requestBodies');
    const calls = new Tally();
    for (let i = 0; i < 50; i += 1) calls.add(await askSmall(it, 'bob'));
    const large = await ask(it, 'bob', 'small', { of: 'bob', padding: 'x'.repeat(1024 * 1024) });
    calls.check({ good: 50 });
    assert.equal(large.kind, 'good', `${large.kind} ${large.code}`);
    sockets.forEach((socket) => socket.destroy());
    return `8 slow bodies of 45 MB hold ${Math.round(pool.used / 1e6)} of ${Math.round(pool.limit / 1e6)} MB; of the other caller: ${calls}, and one of 1 MB`;
  },

  'one caller asks for large results': async () => {
    // a server of its own: the process of the other one is busy with writing
    const it = await startGateway({ options: '-Xmx512m', servers: { harbour: { command: SERVER, timeouts: { request: '30s' } }, quay: { command: SERVER } } });
    await askSmall(it, 'bob', 'quay');
    const large = new Tally();
    const until = performance.now() + 15_000;
    let seed = 0;
    const attack = Array.from({ length: 12 }, async () => {
      while (performance.now() < until) large.add(await ask(it, 'ada', 'records', { of: 'ada', seed: (seed += 1), count: 30_000 }));
    });
    await pause(2000);
    const small = new Tally();
    const own = new Tally();
    const millis = [];
    while (performance.now() < until) {
      const answer = small.add(await askSmall(it, 'bob', 'quay'));
      millis.push(answer.millis);
      if (small.counts.good % 200 === 0) own.add(await askRecords(it, 'bob', 7, 20_000, 'quay'));
    }
    await Promise.all(attack);
    small.check({ good: 100 });
    assert.equal(small.counts.refused + small.counts.lost, 0, `small calls: ${small}`);
    assert.equal(large.counts.wrong + own.counts.wrong, 0, `${large}; ${own}`);
    return `results of 14 MB on 12 connections: ${large}; small calls of the other caller: ${figures(millis)}; its own large results: ${own}`;
  },

  'one address opens all connections': async () => {
    const limit = 400;
    const it = await startGateway({ settings: { maxConnections: limit } });
    for (let i = 0; i < limit * 2; i += 1) silent(it.at);
    await pause(1500);
    const millis = [];
    for (let i = 0; i < 40; i += 1) {
      silent(it.at);
      silent(it.at);
      millis.push(await live(it.at));
    }
    const probe = await fetch(`${it.healthAt}/health/ready`, { signal: AbortSignal.timeout(1000) });
    assert.equal((await probe.json()).status, 'degraded');
    const pool = await poolOf(it, 'maxConnections');
    assert.equal(pool.status, 'degraded');
    const slowest = Math.max(...millis);
    assert.ok(slowest < 5000, `${slowest} ms`);
    return `${limit * 2} silent connections from ${ELSEWHERE}, limit of ${limit}: another address connects 40 of 40 times, ${slowest.toFixed(0)} ms at most`;
  },
};
