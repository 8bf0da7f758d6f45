// Tests results of 200 MB: the memory that they need, the errors if there is too little, and complete reads.

import assert from 'node:assert/strict';
import { ModernClient, nextCursor, readAllPages } from '../lib/client.js';
import { startGateway, startServer, stdioServer } from '../lib/gateway.js';
import { findDifference, recordsIn } from '../lib/source.js';
import { allResources, resources } from '../lib/process-resources.js';

const MB = 1 << 20;
const HEAPS = ['512m', '1g', '2g', '3g', '4g'];
const PAGE = { max_tokens: 1_000_000, page_size: 100_000 };
const raisedLimits = {
  maxMessageBytes: '512MB',
  store: { maxBytes: '1GB' },
  policy: { maxTokenBudget: 1_000_000, maxPageSize: 100_000 },
};

const servers = (server) => ({ called: { url: server.url }, started: { command: stdioServer, isolation: 'shared' } });

/** Describes the outcome of a call for the client. */
export function outcomeOf({ status, message }) {
  if (message?.error) return `${message.error.data?.error?.code ?? message.error.code}`;
  if (!message?.result) return `status ${status}`;
  if (!message.result.isError) return nextCursor(message.result) ? 'answered' : 'cut';
  return /"code":"(\w+)"/.exec(message.result.content[0].text)?.[1] ?? 'an error';
}

async function calls(client, count, records) {
  const send = (seed) => client.send({ id: 1, method: 'tools/call', params: { name: 'list_ships', arguments: { records, seed } } });
  const answers = await Promise.allSettled(Array.from({ length: count }, (_, seed) => send(seed)));
  return answers.map(({ value, reason }) => ({ outcome: value ? outcomeOf(value) : `${reason.code ?? reason}`, millis: value?.millis, result: value?.message?.result }));
}

/** Starts a gateway with this heap, makes `count` calls at once, and returns their outcomes. */
async function tryHeap(server, name, heap, count, records) {
  const gateway = await startGateway({ servers: servers(server), ...raisedLimits }, `-Xmx${heap}`);
  try {
    const client = new ModernClient(gateway.web(), `/mcp/${name}`);
    await client.call('get_ship');
    const answers = await calls(client, count, records);
    const { resident } = resources(gateway);
    // the gateway still works, whatever the outcome
    await client.call('get_ship');
    return { outcomes: answers.map((each) => each.outcome), millis: Math.max(...answers.map((each) => each.millis ?? 0)), resident };
  } finally {
    await gateway.end('SIGKILL');
  }
}

const countOutcomes = (outcomes) => [...new Set(outcomes)].map((outcome) => `${outcomes.filter((each) => each === outcome).length} ${outcome}`).join(', ');

export async function large({ test, tabulate, short }) {
  const server = await startServer();
  const bytes = (short ? 50 : 200) * MB;
  const records = recordsIn(bytes);
  const size = `${bytes / MB} MB`;

  for (const name of ['called', 'started']) {
    await test(`${size} of a ${name} server are stored and read to the end`, async () => {
      const gateway = await startGateway({ servers: servers(server), ...raisedLimits }, '-Xmx2g');
      const client = new ModernClient(gateway.web(), `/mcp/${name}`);
      const before = await allResources(gateway);
      const [{ outcome, millis, result }] = await calls(client, 1, records);
      assert.equal(outcome, 'answered');
      const after = await allResources(gateway);
      const times = [];
      let difference;
      const start = performance.now();
      const { count, pages } = await readAllPages(client, result, (pageItems, from) => (difference ??= findDifference(pageItems, 0, from)), { onMillis: (pageMillis) => times.push(pageMillis), args: PAGE });
      assert.equal(difference, undefined);
      assert.equal(count, records);
      await gateway.end();
      return `first answer ${Math.round(millis)} ms, heap ${Math.round(before.heap)} to ${Math.round(after.heap)} MB, ${pages} pages of at most a million tokens in ${Math.round(performance.now() - start)} ms`;
    });
  }

  await test('a result above maxMessageBytes is refused with RESULT_TOO_LARGE; other calls work', async () => {
    const gateway = await startGateway({ servers: servers(server) }, '-Xmx512m');
    const errors = [];
    for (const name of ['called', 'started']) {
      const client = new ModernClient(gateway.web(), `/mcp/${name}`);
      const [{ outcome, result, millis }] = await calls(client, 1, recordsIn(200 * MB));
      assert.equal(outcome, 'RESULT_TOO_LARGE');
      assert.match(JSON.stringify(result), /maxMessageBytes/);
      errors.push(`${name} after ${Math.round(millis)} ms`);
      assert.equal((await client.call('get_ship')).result.isError, undefined);
    }
    await gateway.end();
    return `200 MB with the default of 64 MB: refused by ${errors.join(', ')}`;
  });

  const rows = [];
  for (const name of ['called', 'started']) {
    for (const count of [1, 4]) {
      await test(`${count} × ${size} at once from a ${name} server: each call gets an answer or an error, and the gateway continues to work`, async () => {
        let sufficientHeap;
        for (const heap of short ? ['512m', '2g'] : HEAPS) {
          const { outcomes, millis, resident } = await tryHeap(server, name, heap, count, records);
          rows.push([`${count} × ${size}, ${name}`, heap, countOutcomes(outcomes), `${Math.round(millis)} ms`, `${Math.round(resident)} MB`]);
          console.log(`        ${rows.at(-1).join(' · ')}`);
          assert.ok(outcomes.every((outcome) => /^[a-z]+$|^[A-Z_]+$/.test(outcome) && !outcome.startsWith('E')), `with ${heap}: ${countOutcomes(outcomes)}`);
          if (outcomes.every((outcome) => outcome === 'answered')) {
            sufficientHeap = heap;
            break;
          }
        }
        assert.ok(sufficientHeap, `a heap of ${HEAPS.at(-1)} is too small`);
        return `a heap of ${sufficientHeap} is enough`;
      });
    }
  }
  tabulate('large', ['results at once', '`-Xmx`', 'clients see', 'slowest after', 'resident'], rows);
  await server.end();
}
