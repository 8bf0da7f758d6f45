// Tests the reference server `memory` with a result of 2 MB that contains two lists.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { legacy } from '../lib/connection.js';
import { folder, servers } from '../lib/paths.js';
import { assertSameBytes, assertSameTools, assertWithinBudget, firstText, READ, readToEnd } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const ENTITIES = 2_000;

function graph() {
  const lines = [];
  for (let i = 0; i < ENTITIES; i += 1) {
    const observations = Array.from({ length: 14 }, (_, j) => `observation ${j} of ship ${i}: "loaded" to ${i * j} tons, äöü 🚢`);
    lines.push({ type: 'entity', name: `ship-${i}`, entityType: i % 2 ? 'ship' : 'harbour', observations });
  }
  for (let i = 0; i < ENTITIES; i += 1) {
    lines.push({ type: 'relation', from: `ship-${i}`, to: `ship-${(i * 7) % ENTITIES}`, relationType: 'sails with' });
  }
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

await group('memory', async (scenario) => {
  const MEMORY_FILE_PATH = join(folder, 'memory.jsonl');
  writeFileSync(MEMORY_FILE_PATH, graph());
  const env = { MEMORY_FILE_PATH };
  const direct = await legacy(servers.memory(), { viaPlimsoll: false, env });
  const guarded = await legacy(servers.memory(), { env });
  const { client } = guarded;
  const call = (name, args = {}) => client.callTool({ name, arguments: args });
  const directCall = (name, args = {}) => direct.client.callTool({ name, arguments: args });

  /** Returns the value at a JSON Pointer; no name here needs escaping. */
  const valueAt = (document, path) => path.slice(1).split('/').reduce((value, key) => value[key], document);

  /**
   * Checks an answer with two lists that do not fit: it shows the beginning of both, and names the path of each part that it
   * cuts. Reads each of these paths to its end.
   */
  async function checkSections(first, original) {
    assertWithinBudget([first]);
    const { sections, nextCursor: cursor } = first.structuredContent;
    const paths = sections.map((section) => section.path);
    const lists = ['/entities', '/relations'];
    assert.deepEqual(paths.filter((path) => path.lastIndexOf('/') === 0), lists);
    const parts = {};
    for (const path of paths) {
      const pages = await readToEnd(client, await call(READ, { cursor, path }));
      if (lists.includes(path)) {
        assertWithinBudget(pages);
        parts[path.slice(1)] = pages.flatMap((page) => page.structuredContent.items);
      } else {
        // a part that fits has no header
        assert.equal(pages.length, 1, path);
        assert.ok(pages[0]._meta['dev.plimsoll/budget'].estimatedTokens <= 4_000, path);
        assert.deepEqual(JSON.parse(firstText(pages[0])), valueAt(original, path), path);
      }
    }
    assert.deepEqual(parts, original);
  }

  await scenario('initialize and list', async () => {
    assertSameTools((await direct.client.listTools()).tools, (await client.listTools()).tools);
  });
  await scenario('small results: same bytes', async () => {
    await assertSameBytes(direct, guarded, { name: 'open_nodes', arguments: { names: ['ship-7', 'ship-8'] } });
    await assertSameBytes(direct, guarded, { name: 'search_nodes', arguments: { query: 'no such thing' } });
    await assertSameBytes(direct, guarded, { name: 'open_nodes', arguments: {} });
  });
  await scenario('a graph of 2 MB, read to its end: the same entities and relations', async () => {
    const original = (await directCall('read_graph')).structuredContent;
    assert.ok(JSON.stringify(original, null, 2).length > 2_000_000);
    await checkSections(await call('read_graph'), original);
  });
  await scenario('reads without a path reach the end', async () => {
    const pages = await readToEnd(client, await call('read_graph'));
    assertWithinBudget(pages);
    const members = pages.slice(1).map((page) => page.structuredContent);
    assert.deepEqual(members.flatMap((page) => page.items.map((item) => item.key)), ['entities', 'relations']);
    const folded = members.flatMap((page) => page.folded ?? []).map((each) => each.path);
    assert.deepEqual(folded, ['/entities', '/relations'], 'folded lists are read by their paths, as above');
  });
  await scenario('a search of 1 MB, read to its end', async () => {
    const args = { query: 'ship' };
    const original = (await directCall('search_nodes', args)).structuredContent;
    await checkSections(await call('search_nodes', args), original);
  });
  await scenario('a projection of a stored result', async () => {
    const first = await call('read_graph');
    const cursor = first.structuredContent.nextCursor;
    const named = await call(READ, { cursor, path: '/entities', fields: 'name', page_size: 3 });
    assert.deepEqual(named.structuredContent.items, [0, 1, 2].map((i) => ({ name: `ship-${i}` })));
  });
  await scenario('queries on a stored result: exact, in the order of the graph', async () => {
    const { structuredContent: first } = await call('read_graph');
    const cursor = first.nextCursor;
    const results = async (query) => (await call(READ, { cursor, query })).structuredContent.results;
    assert.deepEqual(await results('.entities | length'), [ENTITIES]);
    assert.deepEqual(
      await results('[.entities[] | select(.entityType == "ship") | .name] | length, first, last'),
      [ENTITIES / 2, 'ship-1', `ship-${ENTITIES - 1}`],
    );
    assert.deepEqual(
      await results('.entities | group_by(.entityType) | map({(.[0].entityType): length}) | add'),
      [{ harbour: ENTITIES / 2, ship: ENTITIES / 2 }],
    );
    const wrong = await call(READ, { cursor, query: '.entities[' });
    assert.equal(wrong.isError, true);
    assert.match(JSON.stringify(wrong.content), /QUERY_INVALID/);
  });
  await scenario('a change: the next call sees it, cursors do not', async () => {
    const count = async (answer) => {
      const cursor = answer.structuredContent.nextCursor;
      return (await call(READ, { cursor, path: '/entities' })).structuredContent.totalCount;
    };
    const first = await call('read_graph');
    await call('create_entities', { entities: [{ name: 'new', entityType: 'ship', observations: ['launched'] }] });
    assert.equal(await count(await call('read_graph')), ENTITIES + 1);
    assert.equal(await count(first), ENTITIES);
  });
});
