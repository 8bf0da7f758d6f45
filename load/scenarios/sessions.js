// Tests many clients at once: sessions of 2025-11-25, each with its stream, and clients of 2026-07-28.

import assert from 'node:assert/strict';
import { pause, waitFor } from '../../replicas/lib/managed-process.js';
import { items, ModernClient, nextCursor, Session } from '../lib/client.js';
import { quantile, short as format } from '../lib/statistics.js';
import { startGateway, startServer } from '../lib/gateway.js';
import { findDifference } from '../lib/source.js';
import { allResources, histogram } from '../lib/process-resources.js';

const RECORDS = 160;
const PARALLEL_TASKS = 50;

/** Runs a task for each item, with limited parallelism. */
export async function forEachParallel(values, task, parallelTasks = PARALLEL_TASKS) {
  const remaining = [...values.entries()];
  await Promise.all(Array.from({ length: parallelTasks }, async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) await task(next[1], next[0]);
  }));
}

/** Makes a small call, gets a shaped list, and reads its second page. Throws if an answer is wrong. Returns the durations. */
async function makeCalls(client, seed) {
  const small = await client.call('get_ship', { seed });
  assert.equal(findDifference([items(small.result)], seed), undefined);
  const list = await client.call('list_ships', { records: RECORDS, seed });
  const first = items(list.result);
  assert.equal(findDifference(first, seed), undefined);
  const second = await client.read(nextCursor(list.result));
  assert.equal(findDifference(items(second.result), seed, first.length), undefined);
  return [small.millis, list.millis, second.millis];
}

const formatTimes = (values) => `p50 ${format(quantile(values, 0.5))} ms, p99 ${format(quantile(values, 0.99))} ms`;

/** Waits until heap, threads, and files are close to their earlier values. */
async function waitForEarlierValues(gateway, before, sessions) {
  let current;
  await waitFor('the sessions have ended', async () => {
    // a store removes expired results during other requests
    await fetch(`${gateway.url}/api/v1/status`).then((answer) => answer.text());
    current = await allResources(gateway);
    // the margins are for connections of this program and caches of the JVM
    const maxHeap = before.heap + Math.max(8, sessions * 0.004);
    return current.files <= before.files + 20 && current.virtual <= before.virtual + 20 && current.threads <= before.threads + 30 && current.heap <= maxHeap;
  }, 180_000).catch(async (error) => {
    throw new Error(`${error.message}: before ${JSON.stringify(before)}, now ${JSON.stringify(current)}\n${await histogram(gateway)}`);
  });
  return current;
}

export async function sessions({ test, tabulate, short }) {
  const count = short ? 200 : 1000;
  const server = await startServer();
  const ttl = { policy: { ttl: '1m' } };
  const gateway = await startGateway({ servers: { ships: { url: server.url } }, sessions: { idle: '20s' }, idle: '5s', ...ttl }, '-Xmx1g');
  const web = gateway.web();
  // first fill the engine's cache of open results
  await forEachParallel(Array.from({ length: 80 }), async (_, seed) => {
    const session = await Session.open(web, '/mcp/ships');
    await makeCalls(session, seed);
    await session.end();
  }, 8);
  // wait until idle connections to the server are closed
  await pause(25_000);
  const rows = [];
  const row = (what, { heap, resident, threads, virtual, files }) => rows.push([what, format(heap), format(resident), format(threads), format(virtual), format(files)]);
  let before;
  let openSessions = [];

  await test(`${count} sessions at once, each with its stream: all calls, follow-up reads, and change notifications work`, async () => {
    before = await allResources(gateway);
    row('before', before);
    openSessions = Array.from({ length: count });
    const openMillis = [];
    await forEachParallel(openSessions, async (_, i) => {
      openSessions[i] = await Session.open(web, '/mcp/ships');
      await openSessions[i].listen();
      openMillis.push(openSessions[i].millis);
    });
    const idle = await allResources(gateway);
    row(`${count} sessions, idle`, idle);
    const calls = [];
    await forEachParallel(openSessions, async (session, seed) => calls.push(...(await makeCalls(session, seed))), count);
    row(`${count} sessions, after each has called`, await allResources(gateway));
    await waitFor('the server has all their streams', async () => Number(await server.change()) >= count, 20_000);
    await waitFor('every stream gets the notification', () => openSessions.every(({ stream }) => stream.text.includes('notifications/tools/list_changed')), 20_000);
    return `${format(((idle.heap - before.heap) * 1024) / count)} KB of heap, ${format(((idle.resident - before.resident) * 1024) / count)} KB resident and ${format((idle.files - before.files) / count)} files each; opened in ${formatTimes(openMillis)}; all calling at once ${formatTimes(calls)}`;
  });

  await test('after half of the sessions end and half are abandoned, resources are as before', async () => {
    await forEachParallel(openSessions.slice(0, count / 2), (session) => session.end());
    for (const { stream } of openSessions.slice(count / 2)) stream.close();
    web.close();
    const current = await waitForEarlierValues(gateway, before, count);
    row('after their end', current);
    return `heap ${format(before.heap)} to ${format(current.heap)} MB, ${before.files} to ${current.files} files, ${before.threads} to ${current.threads} threads`;
  });

  await test(`${count} clients of 2026-07-28 at once: all calls, follow-up reads, and change notifications work`, async () => {
    const modern = gateway.web();
    const clients = Array.from({ length: count }, () => new ModernClient(modern, '/mcp/ships'));
    const streams = [];
    await forEachParallel(clients, async (client) => streams.push(await client.listen()));
    const calls = [];
    await forEachParallel(clients, async (client, seed) => calls.push(...(await makeCalls(client, seed))), count);
    row(`${count} clients of 2026-07-28, listening`, await allResources(gateway));
    await waitFor('the server has a stream', async () => Number(await server.change()) >= 1, 20_000);
    await waitFor('every client gets the notification', () => streams.every((stream) => stream.text.includes('tools/list_changed')), 20_000);
    for (const stream of streams) stream.close();
    modern.close();
    const current = await waitForEarlierValues(gateway, before, count);
    row('after their end', current);
    return `all calling at once ${formatTimes(calls)}; heap afterwards ${format(current.heap)} MB`;
  });

  tabulate('sessions', ['', 'heap, MB', 'resident, MB', 'threads', 'virtual threads', 'files'], rows);
  await gateway.end();
  await server.end();
}
