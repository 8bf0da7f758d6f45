// Tests many stored results, and a full store.

import assert from 'node:assert/strict';
import { pause } from '../../replicas/lib/managed-process.js';
import { items, ModernClient, nextCursor } from '../lib/client.js';
import { quantile, short as format } from '../lib/statistics.js';
import { startGateway, startServer } from '../lib/gateway.js';
import { findDifference, recordsIn } from '../lib/source.js';
import { allResources } from '../lib/process-resources.js';
import { outcomeOf } from './large.js';
import { forEachParallel } from './sessions.js';

const RECORDS = 80;
const PARALLEL_CALLS = 8;

export async function cursors({ test, tabulate, short }) {
  const count = short ? 1000 : 10_000;
  const server = await startServer();
  await test(`${count} cursors: each works after all of them exist`, async () => {
    const gateway = await startGateway({ servers: { ships: { url: server.url, isolation: 'shared' } } }, '-Xmx1g');
    const client = new ModernClient(gateway.web(), '/mcp/ships');
    await client.call('get_ship');
    const rows = [];
    const row = async (what, times) => {
      const { heap, resident, spill } = await allResources(gateway);
      rows.push([what, format(heap), format(resident), format(spill), times ? `${format(quantile(times, 0.5))} and ${format(quantile(times, 0.99))}` : '']);
    };
    await row('before');
    const stored = Array.from({ length: count });
    const callMillis = [];
    await forEachParallel(stored, async (_, seed) => {
      const { result, millis } = await client.call('list_ships', { records: RECORDS, seed });
      stored[seed] = { cursor: nextCursor(result), from: items(result).length };
      assert.ok(stored[seed].cursor, `result ${seed} was not stored`);
      callMillis.push(millis);
    }, PARALLEL_CALLS);
    await row(`${count} results of 50 KB stored`, callMillis);
    const readMillis = [];
    await forEachParallel(stored, async ({ cursor, from }, seed) => {
      const { result, millis } = await client.read(cursor);
      assert.equal(findDifference(items(result), seed, from), undefined);
      readMillis.push(millis);
    }, PARALLEL_CALLS);
    await row('one follow-up read of each', readMillis);
    const secondReadMillis = [];
    await forEachParallel(stored.slice(-50), async ({ cursor, from }, i) => {
      const { result, millis } = await client.read(cursor);
      assert.equal(findDifference(items(result), count - 50 + i, from), undefined);
      secondReadMillis.push(millis);
    }, PARALLEL_CALLS);
    await row('a second read of the last 50', secondReadMillis);
    tabulate('cursors', ['', 'heap, MB', 'resident, MB', 'spilled, MB', 'p50 and p99 of a call, ms'], rows);
    await gateway.end();
    return `follow-up reads p50 ${format(quantile(readMillis, 0.5))} ms, p99 ${format(quantile(readMillis, 0.99))} ms`;
  });

  await test('a full store evicts no result that was used within ten minutes; onFailure decides about new results', async () => {
    const configuration = { servers: { ships: { url: server.url, isolation: 'shared' } }, store: { maxBytes: '4MB', spill: { maxBytes: '2MB' } } };
    const gateway = await startGateway({ ...configuration, policy: { ttl: '30s' } }, '-Xmx256m');
    const client = new ModernClient(gateway.web(), '/mcp/ships');
    const storedResults = [];
    const call = (seed) => client.send({ id: 1, method: 'tools/call', params: { name: 'list_ships', arguments: { records: recordsIn(100_000), seed } } });
    let answer = await call(0);
    for (let seed = 0; outcomeOf(answer) === 'answered'; answer = await call((seed += 1))) storedResults.push(answer.message.result);
    assert.ok(storedResults.length >= 30, `${storedResults.length} of 100 KB were stored in 4 MB of memory and 2 MB of disk`);
    assert.equal(outcomeOf(answer), 'cut');
    assert.match(JSON.stringify(answer.message.result), /could not be stored/);
    const outcomes = {};
    for (const onFailure of ['refuse', 'pass', 'cut']) {
      gateway.configure({ policy: { ttl: '30s', onFailure } });
      await pause(1500);
      answer = await call(9000);
      outcomes[onFailure] = outcomeOf(answer);
      if (onFailure === 'pass') assert.equal(findDifference(items(answer.message.result), 9000), undefined);
    }
    assert.equal(outcomes.refuse, 'RESULT_TOO_LARGE');
    assert.equal(outcomes.cut, 'cut');
    for (const [seed, result] of storedResults.entries()) {
      const { result: page } = await client.read(nextCursor(result));
      assert.equal(findDifference(items(page), seed, items(result).length), undefined);
    }
    await pause(31_000);
    assert.equal(outcomeOf(await call(9001)), 'answered', 'there is space after the results expire');
    const expired = await client.send({ id: 1, method: 'tools/call', params: { name: 'plimsoll_read', arguments: { cursor: nextCursor(storedResults[0]) } } });
    assert.equal(outcomeOf(expired), 'CURSOR_EXPIRED');
    await gateway.end();
    return `${storedResults.length} results of 100 KB in 4 MB of memory and 2 MB of disk; further results cut, refused, or passed; all stored results readable; space again after ttl`;
  });
  await server.end();
}
