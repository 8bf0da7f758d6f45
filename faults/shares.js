// Tests one caller or address that uses as much as possible of a shared resource: the other one must get its share.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { LEGACY } from '../replicas/lib/client.js';
import { callRecords, callSmall, callTool, formatTimes, Tally } from './lib/calls.js';
import { bearer, health, SERVER, startGateway } from './lib/gateway.js';
import { onCleanup, pause } from './lib/processes.js';

/** A local address other than 127.0.0.1. Linux accepts all of 127.0.0.0/8. */
const OTHER_ADDRESS = '127.0.0.2';

/** Opens a session of the revisions up to 2025-11-25; returns the HTTP status. */
async function openSession({ url }, caller, server = 'harbour') {
  const response = await fetch(`${url}/mcp/${server}`, {
    method: 'POST',
    headers: { ...bearer(caller), 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'faults', version: '1' } } }),
    signal: AbortSignal.timeout(20_000),
  });
  await response.text();
  return response.status;
}

/** Opens sessions until one is refused; returns their number. */
async function openAll(gateway, caller, maxSessions) {
  for (let opened = 0; opened < maxSessions; opened += 1) {
    const status = await openSession(gateway, caller);
    if (status !== 200) {
      assert.equal(status, 503);
      return opened;
    }
  }
  return maxSessions;
}

async function findPool(gateway, key) {
  const { pools, status } = await health(gateway);
  const pool = pools.find(({ name }) => name === key);
  assert.ok(pool, `no pool ${key} in ${JSON.stringify(pools)}`);
  return { ...pool, status };
}

async function testSharing(key, settings, limit) {
  const gateway = await startGateway({ settings });
  const firstCaller = await openAll(gateway, 'ada', limit + 1);
  const secondCaller = await openAll(gateway, 'bob', limit + 1);
  assert.ok(firstCaller >= limit * 0.8 && firstCaller <= limit * 0.9 + 1, `${firstCaller} of ${limit} for the first caller`);
  assert.ok(secondCaller >= Math.floor(limit * 0.1) - 1, `${secondCaller} for the other caller`);
  const pool = await findPool(gateway, key);
  assert.equal(pool.status, 'degraded');
  return `limit of ${limit}: ${firstCaller} of the first caller, then ${secondCaller} of the other one`;
}

/** Sends the head of a POST and one byte, and keeps the connection. */
function sendBodySlowly(url, caller, length) {
  const { port } = new URL(url);
  const headers = [
    'POST /mcp/harbour HTTP/1.1', `Host: 127.0.0.1:${port}`, `Authorization: ${bearer(caller).Authorization}`,
    'Content-Type: application/json', 'Accept: application/json, text/event-stream', `Content-Length: ${length}`,
  ];
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${headers.join('\r\n')}\r\n\r\n{`));
  socket.on('error', () => {});
  const timer = setInterval(() => socket.write(' '.repeat(64 * 1024)), 20);
  socket.on('close', () => clearInterval(timer));
  onCleanup(() => socket.destroy());
  return socket;
}

/** Opens a connection that sends nothing. */
function openSilent(url) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: OTHER_ADDRESS });
  socket.on('error', () => {});
  onCleanup(() => socket.destroy());
  return socket;
}

/** Gets /health/live on a new connection; returns the milliseconds. */
function measureLive(url) {
  const startTime = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/health/live`, { agent: new Agent({ keepAlive: false }) }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - startTime));
    });
    sent.setTimeout(20_000, () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end();
  });
}

export const shares = {
  'one caller opens all sessions': () => testSharing('sessions.max', { sessions: { max: 200 }, isolation: 'shared' }, 200),

  'a caller with a larger weight opens all sessions': async () => {
    const limit = 200;
    const gateway = await startGateway({ settings: { sessions: { max: limit }, isolation: 'shared', callers: { 'token ad*': { weight: 19 } } } });
    const firstCaller = await openAll(gateway, 'ada', limit + 1);
    const secondCaller = await openAll(gateway, 'bob', limit + 1);
    assert.ok(firstCaller >= limit * 0.94 && firstCaller <= limit * 0.95, `${firstCaller} of ${limit} for the first caller`);
    assert.equal(firstCaller + secondCaller, limit);
    return `limit of ${limit}: ${firstCaller} of the first caller, of weight 19, then ${secondCaller} of the other one`;
  },

  'one caller starts all processes': () => testSharing('maxProcesses', { maxProcesses: 20, isolation: 'session' }, 20),

  'one caller fills the memory for request bodies': async () => {
    const gateway = await startGateway({ options: '-Xmx256m', settings: { maxMessageBytes: '48MB' } });
    const sockets = Array.from({ length: 8 }, () => sendBodySlowly(gateway.url, 'ada', 45 * 1024 * 1024));
    await pause(3000);
    const pool = await findPool(gateway, 'requestBodies');
    const calls = new Tally();
    for (let i = 0; i < 50; i += 1) calls.add(await callSmall(gateway, 'bob'));
    const large = await callTool(gateway, 'bob', 'small', { of: 'bob', padding: 'x'.repeat(1024 * 1024) });
    calls.check({ good: 50 });
    assert.equal(large.kind, 'good', `${large.kind} ${large.code}`);
    sockets.forEach((socket) => socket.destroy());
    return `8 slow bodies of 45 MB use ${Math.round(pool.used / 1e6)} of ${Math.round(pool.limit / 1e6)} MB; of the other caller: ${calls}, and one of 1 MB`;
  },

  'one caller asks for large results': async () => {
    // a separate server, because the process of the first one is busy with writing
    const gateway = await startGateway({ options: '-Xmx512m', servers: { harbour: { command: SERVER, timeouts: { request: '30s' } }, quay: { command: SERVER } } });
    await callSmall(gateway, 'bob', 'quay');
    const large = new Tally();
    const endTime = performance.now() + 15_000;
    let seed = 0;
    const attack = Array.from({ length: 12 }, async () => {
      while (performance.now() < endTime) large.add(await callTool(gateway, 'ada', 'records', { of: 'ada', seed: (seed += 1), count: 30_000 }));
    });
    await pause(2000);
    const small = new Tally();
    const largeOfOther = new Tally();
    const millis = [];
    while (performance.now() < endTime) {
      const answer = small.add(await callSmall(gateway, 'bob', 'quay'));
      millis.push(answer.millis);
      if (small.counts.good % 200 === 0) largeOfOther.add(await callRecords(gateway, 'bob', 7, 20_000, 'quay'));
    }
    await Promise.all(attack);
    small.check({ good: 100 });
    assert.equal(small.counts.refused + small.counts.lost, 0, `small calls: ${small}`);
    assert.equal(large.counts.wrong + largeOfOther.counts.wrong, 0, `${large}; ${largeOfOther}`);
    return `results of 14 MB on 12 connections: ${large}; small calls of the other caller: ${formatTimes(millis)}; its own large results: ${largeOfOther}`;
  },

  'one address opens all connections': async () => {
    const limit = 400;
    const gateway = await startGateway({ settings: { maxConnections: limit } });
    for (let i = 0; i < limit * 2; i += 1) openSilent(gateway.url);
    await pause(1500);
    const millis = [];
    for (let i = 0; i < 40; i += 1) {
      openSilent(gateway.url);
      openSilent(gateway.url);
      millis.push(await measureLive(gateway.url));
    }
    const readiness = await fetch(`${gateway.healthUrl}/health/ready`, { signal: AbortSignal.timeout(1000) });
    assert.equal((await readiness.json()).status, 'degraded');
    const pool = await findPool(gateway, 'maxConnections');
    assert.equal(pool.status, 'degraded');
    const slowest = Math.max(...millis);
    assert.ok(slowest < 5000, `${slowest} ms`);
    return `${limit * 2} silent connections from ${OTHER_ADDRESS}, limit of ${limit}: another address connects 40 of 40 times, ${slowest.toFixed(0)} ms at most`;
  },
};
