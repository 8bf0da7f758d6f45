// Many clients at once: sessions of 2025-11-25, each with its stream, and clients of 2026-07-28.

import assert from 'node:assert/strict';
import { pause, waitFor } from '../../replicas/lib/managed-process.js';
import { items, Modern, nextCursor, Session } from '../lib/client.js';
import { quantile, short as brief } from '../lib/statistics.js';
import { startGateway, startServer } from '../lib/gateway.js';
import { wrong } from '../lib/source.js';
import { allResources, histogram } from '../lib/process-resources.js';

const RECORDS = 160;
const AT_ONCE = 50;

/** Runs a task for each item, with limited parallelism. */
export async function each(all, work, atOnce = AT_ONCE) {
  const left = [...all.entries()];
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0]);
  }));
}

/** A small call, a shaped list, and its second page. Throws if one is wrong; returns the times. */
async function use(client, seed) {
  const small = await client.call('get_ship', { seed });
  assert.equal(wrong([items(small.result)], seed), undefined);
  const list = await client.call('list_ships', { records: RECORDS, seed });
  const first = items(list.result);
  assert.equal(wrong(first, seed), undefined);
  const second = await client.read(nextCursor(list.result));
  assert.equal(wrong(items(second.result), seed, first.length), undefined);
  return [small.millis, list.millis, second.millis];
}

const times = (all) => `p50 ${brief(quantile(all, 0.5))} ms, p99 ${brief(quantile(all, 0.99))} ms`;

/** Waits until heap, threads, and files are near their earlier values. */
async function waitForEarlierValues(gateway, before, sessions) {
  let now;
  await waitFor('the sessions are gone', async () => {
    // a store removes expired results during other requests
    await fetch(`${gateway.at}/api/v1/status`).then((answer) => answer.text());
    now = await allResources(gateway);
    // allows for one connection of this program and caches of the JVM
    const most = before.heap + Math.max(8, sessions * 0.004);
    return now.files <= before.files + 20 && now.virtual <= before.virtual + 20 && now.threads <= before.threads + 30 && now.heap <= most;
  }, 180_000).catch(async (error) => {
    throw new Error(`${error.message}: before ${JSON.stringify(before)}, now ${JSON.stringify(now)}\n${await histogram(gateway)}`);
  });
  return now;
}

export async function sessions({ test, tabulate, short }) {
  const count = short ? 200 : 1000;
  const server = await startServer();
  const ttl = { policy: { ttl: '1m' } };
  const gateway = await startGateway({ servers: { ships: { url: server.url } }, sessions: { idle: '20s' }, idle: '5s', ...ttl }, '-Xmx1g');
  const web = gateway.web();
  // more results than the engine keeps open, to fill that first
  await each(Array.from({ length: 80 }), async (_, seed) => {
    const session = await Session.open(web, '/mcp/ships');
    await use(session, seed);
    await session.end();
  }, 8);
  // wait until idle connections to the server are closed
  await pause(25_000);
  const rows = [];
  const row = (what, { heap, resident, threads, virtual, files }) => rows.push([what, brief(heap), brief(resident), brief(threads), brief(virtual), brief(files)]);
  let before;
  let open = [];

  await test(`${count} sessions at once, each with its stream: all calls, follow-up reads, and change notifications work`, async () => {
    before = await allResources(gateway);
    row('before', before);
    open = Array.from({ length: count });
    const opening = [];
    await each(open, async (_, i) => {
      open[i] = await Session.open(web, '/mcp/ships');
      await open[i].listen();
      opening.push(open[i].millis);
    });
    const idle = await allResources(gateway);
    row(`${count} sessions, idle`, idle);
    const calls = [];
    await each(open, async (session, seed) => calls.push(...(await use(session, seed))), count);
    row(`${count} sessions, after each has called`, await allResources(gateway));
    await waitFor('the server has all their streams', async () => Number(await server.change()) >= count, 20_000);
    await waitFor('every stream gets the notification', () => open.every(({ stream }) => stream.said.includes('notifications/tools/list_changed')), 20_000);
    return `${brief(((idle.heap - before.heap) * 1024) / count)} KB of heap, ${brief(((idle.resident - before.resident) * 1024) / count)} KB resident and ${brief((idle.files - before.files) / count)} files each; opened in ${times(opening)}; all calling at once ${times(calls)}`;
  });

  await test('after half of the sessions end and half are abandoned, resources are as before', async () => {
    await each(open.slice(0, count / 2), (session) => session.end());
    for (const { stream } of open.slice(count / 2)) stream.close();
    web.close();
    const now = await waitForEarlierValues(gateway, before, count);
    row('after their end', now);
    return `heap ${brief(before.heap)} to ${brief(now.heap)} MB, ${before.files} to ${now.files} files, ${before.threads} to ${now.threads} threads`;
  });

  await test(`${count} clients of 2026-07-28 at once: all calls, follow-up reads, and change notifications work`, async () => {
    const modern = gateway.web();
    const clients = Array.from({ length: count }, () => new Modern(modern, '/mcp/ships'));
    const streams = [];
    await each(clients, async (client) => streams.push(await client.listen()));
    const calls = [];
    await each(clients, async (client, seed) => calls.push(...(await use(client, seed))), count);
    row(`${count} clients of 2026-07-28, listening`, await allResources(gateway));
    await waitFor('the server has a stream', async () => Number(await server.change()) >= 1, 20_000);
    await waitFor('every client gets the notification', () => streams.every((stream) => stream.said.includes('tools/list_changed')), 20_000);
    for (const stream of streams) stream.close();
    modern.close();
    const now = await waitForEarlierValues(gateway, before, count);
    row('after their end', now);
    return `all calling at once ${times(calls)}; heap afterwards ${brief(now.heap)} MB`;
  });

  tabulate('sessions', ['', 'heap, MB', 'resident, MB', 'threads', 'virtual threads', 'files'], rows);
  await gateway.end();
  await server.end();
}
