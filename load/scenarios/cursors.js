// Many results stored at once, and a full store.

import assert from 'node:assert/strict';
import { pause } from '../../replicas/lib/managed-process.js';
import { items, Modern, nextCursor } from '../lib/client.js';
import { quantile, short as brief } from '../lib/statistics.js';
import { startGateway, startServer } from '../lib/gateway.js';
import { recordsIn, wrong } from '../lib/source.js';
import { allResources } from '../lib/process-resources.js';
import { seen } from './large.js';
import { each } from './sessions.js';

const RECORDS = 80;
const PARALLEL_CALLS = 8;

export async function cursors({ test, tabulate, short }) {
  const count = short ? 1000 : 10_000;
  const server = await startServer();
  await test(`${count} cursors: each works after all of them exist`, async () => {
    const gateway = await startGateway({ servers: { ships: { url: server.url, isolation: 'shared' } } }, '-Xmx1g');
    const client = new Modern(gateway.web(), '/mcp/ships');
    await client.call('get_ship');
    const rows = [];
    const row = async (what, times) => {
      const { heap, resident, spill } = await allResources(gateway);
      rows.push([what, brief(heap), brief(resident), brief(spill), times ? `${brief(quantile(times, 0.5))} and ${brief(quantile(times, 0.99))}` : '']);
    };
    await row('before');
    const open = Array.from({ length: count });
    const made = [];
    await each(open, async (_, seed) => {
      const { result, millis } = await client.call('list_ships', { records: RECORDS, seed });
      open[seed] = { cursor: nextCursor(result), from: items(result).length };
      assert.ok(open[seed].cursor, `result ${seed} was not stored`);
      made.push(millis);
    }, PARALLEL_CALLS);
    await row(`${count} results of 50 KB stored`, made);
    const read = [];
    await each(open, async ({ cursor, from }, seed) => {
      const { result, millis } = await client.read(cursor);
      assert.equal(wrong(items(result), seed, from), undefined);
      read.push(millis);
    }, PARALLEL_CALLS);
    await row('one follow-up read of each', read);
    const again = [];
    await each(open.slice(-50), async ({ cursor, from }, i) => {
      const { result, millis } = await client.read(cursor);
      assert.equal(wrong(items(result), count - 50 + i, from), undefined);
      again.push(millis);
    }, PARALLEL_CALLS);
    await row('a second read of the last 50', again);
    tabulate('cursors', ['', 'heap, MB', 'resident, MB', 'spilled, MB', 'p50 and p99 of a call, ms'], rows);
    await gateway.end();
    return `follow-up reads p50 ${brief(quantile(read, 0.5))} ms, p99 ${brief(quantile(read, 0.99))} ms`;
  });

  await test('a full store evicts nothing that was used within ten minutes; onFailure decides about new results', async () => {
    const configuration = { servers: { ships: { url: server.url, isolation: 'shared' } }, store: { maxBytes: '4MB', spill: { maxBytes: '2MB' } } };
    const gateway = await startGateway({ ...configuration, policy: { ttl: '30s' } }, '-Xmx256m');
    const client = new Modern(gateway.web(), '/mcp/ships');
    const kept = [];
    const call = (seed) => client.send({ id: 1, method: 'tools/call', params: { name: 'list_ships', arguments: { records: recordsIn(100_000), seed } } });
    let answer = await call(0);
    for (let seed = 0; seen(answer) === 'answered'; answer = await call((seed += 1))) kept.push(answer.message.result);
    assert.ok(kept.length >= 30, `${kept.length} of 100 KB were stored in 4 MB and 2 MB`);
    assert.equal(seen(answer), 'cut');
    assert.match(JSON.stringify(answer.message.result), /could not be stored/);
    const outcomes = {};
    for (const onFailure of ['refuse', 'pass', 'cut']) {
      gateway.configure({ policy: { ttl: '30s', onFailure } });
      await pause(1500);
      answer = await call(9000);
      outcomes[onFailure] = seen(answer);
      if (onFailure === 'pass') assert.equal(wrong(items(answer.message.result), 9000), undefined);
    }
    assert.equal(outcomes.refuse, 'RESULT_TOO_LARGE');
    assert.equal(outcomes.cut, 'cut');
    for (const [seed, result] of kept.entries()) {
      const { result: page } = await client.read(nextCursor(result));
      assert.equal(wrong(items(page), seed, items(result).length), undefined);
    }
    await pause(31_000);
    assert.equal(seen(await call(9001)), 'answered', 'there is space after the results expire');
    const expired = await client.send({ id: 1, method: 'tools/call', params: { name: 'plimsoll_read', arguments: { cursor: nextCursor(kept[0]) } } });
    assert.equal(seen(expired), 'CURSOR_EXPIRED');
    await gateway.end();
    return `${kept.length} results of 100 KB in 4 MB of memory and 2 MB of disk; further ones cut, refused, or passed; all stored ones readable; space again after ttl`;
  });
  await server.end();
}
