// Results of 200 MB: the memory that they need, the errors that clients get without it, and complete reads.

import assert from 'node:assert/strict';
import { Modern, nextCursor, walk } from '../lib/client.js';
import { startGateway, startServer, stdioServer } from '../lib/gateway.js';
import { recordsIn, wrong } from '../lib/source.js';
import { allResources, resources } from '../lib/process-resources.js';

const MB = 1 << 20;
const HEAPS = ['512m', '1g', '2g', '3g', '4g'];
const PAGE = { max_tokens: 1_000_000, page_size: 100_000 };
const raised = {
  maxMessageBytes: '512MB',
  store: { maxBytes: '1GB' },
  policy: { maxTokenBudget: 1_000_000, maxPageSize: 100_000 },
};

const servers = (server) => ({ called: { url: server.url }, started: { command: stdioServer, isolation: 'shared' } });

/** Describes what a client sees. */
export function seen({ status, message }) {
  if (message?.error) return `${message.error.data?.error?.code ?? message.error.code}`;
  if (!message?.result) return `status ${status}`;
  if (!message.result.isError) return nextCursor(message.result) ? 'answered' : 'cut';
  return /"code":"(\w+)"/.exec(message.result.content[0].text)?.[1] ?? 'an error';
}

async function calls(client, count, records) {
  const send = (seed) => client.send({ id: 1, method: 'tools/call', params: { name: 'list_ships', arguments: { records, seed } } });
  const answers = await Promise.allSettled(Array.from({ length: count }, (_, seed) => send(seed)));
  return answers.map(({ value, reason }) => ({ outcome: value ? seen(value) : `${reason.code ?? reason}`, millis: value?.millis, result: value?.message?.result }));
}

/** Starts a gateway with this heap, requests `count` results at once, and returns the outcome of each. */
async function attempt(server, name, heap, count, records) {
  const gateway = await startGateway({ servers: servers(server), ...raised }, `-Xmx${heap}`);
  try {
    const client = new Modern(gateway.web(), `/mcp/${name}`);
    await client.call('get_ship');
    const answers = await calls(client, count, records);
    const { resident } = resources(gateway);
    // the gateway works in any case
    await client.call('get_ship');
    return { outcomes: answers.map((each) => each.outcome), millis: Math.max(...answers.map((each) => each.millis ?? 0)), resident };
  } finally {
    await gateway.end('SIGKILL');
  }
}

const described = (outcomes) => [...new Set(outcomes)].map((outcome) => `${outcomes.filter((each) => each === outcome).length} ${outcome}`).join(', ');

export async function large({ test, tabulate, short }) {
  const server = await startServer();
  const bytes = (short ? 50 : 200) * MB;
  const records = recordsIn(bytes);
  const size = `${bytes / MB} MB`;

  for (const name of ['called', 'started']) {
    await test(`${size} of a ${name} server are stored and read to the end`, async () => {
      const gateway = await startGateway({ servers: servers(server), ...raised }, '-Xmx2g');
      const client = new Modern(gateway.web(), `/mcp/${name}`);
      const before = await allResources(gateway);
      const [{ outcome, millis, result }] = await calls(client, 1, records);
      assert.equal(outcome, 'answered');
      const kept = await allResources(gateway);
      const times = [];
      let faulty;
      const start = performance.now();
      const { count, pages } = await walk(client, result, (shown, from) => (faulty ??= wrong(shown, 0, from)), { took: (took) => times.push(took), args: PAGE });
      assert.equal(faulty, undefined);
      assert.equal(count, records);
      await gateway.end();
      return `first answer ${Math.round(millis)} ms, heap ${Math.round(before.heap)} to ${Math.round(kept.heap)} MB, ${pages} pages of at most a million tokens in ${Math.round(performance.now() - start)} ms`;
    });
  }

  await test('a result above maxMessageBytes is refused with RESULT_TOO_LARGE; other calls work', async () => {
    const gateway = await startGateway({ servers: servers(server) }, '-Xmx512m');
    const errors = [];
    for (const name of ['called', 'started']) {
      const client = new Modern(gateway.web(), `/mcp/${name}`);
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
      await test(`${count} × ${size} at once from a ${name} server: each call gets an answer or an error, and the gateway works on`, async () => {
        let enough;
        for (const heap of short ? ['512m', '2g'] : HEAPS) {
          const { outcomes, millis, resident } = await attempt(server, name, heap, count, records);
          rows.push([`${count} × ${size}, ${name}`, heap, described(outcomes), `${Math.round(millis)} ms`, `${Math.round(resident)} MB`]);
          console.log(`        ${rows.at(-1).join(' · ')}`);
          assert.ok(outcomes.every((outcome) => /^[a-z]+$|^[A-Z_]+$/.test(outcome) && !outcome.startsWith('E')), `with ${heap}: ${described(outcomes)}`);
          if (outcomes.every((outcome) => outcome === 'answered')) {
            enough = heap;
            break;
          }
        }
        assert.ok(enough, `no heap up to ${HEAPS.at(-1)} is enough`);
        return `a heap of ${enough} is enough`;
      });
    }
  }
  tabulate('large', ['results at once', '`-Xmx`', 'clients see', 'slowest after', 'resident'], rows);
  await server.end();
}
