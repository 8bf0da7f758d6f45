// Tests the ways to read that a policy switches on, with the reference servers for files and memory: SQL, ranked search, and saved
// views with subscriptions, in `run`; SQL over several servers, in `serve`.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { legacy } from '../lib/connection.js';
import { legacyHttp, startGateway } from '../lib/gateway.js';
import { folder, servers } from '../lib/paths.js';
import { assertWithinBudget, firstText, READ, waitFor } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const ORDERS = 1_500;
const SHIPS = 600;
const STATUSES = ['paid', 'open', 'late'];

const root = join(folder, 'reads');
const file = (name) => join(root, name);
const orders = Array.from({ length: ORDERS }, (_, i) => ({ status: STATUSES[(i * 7) % 3], id: i, customer: (i * 13) % 50, total: ((i * 37) % 5000) / 100 }));

/** Returns the number and the sum of the orders of each status, in the order of the statuses. */
const sums = [...STATUSES].sort().map((status) => {
  const found = orders.filter((order) => order.status === status);
  return { status, n: found.length, total: Math.round(found.reduce((sum, order) => sum + order.total * 100, 0)) / 100 };
});

function writeFiles() {
  mkdirSync(root, { recursive: true });
  const rows = orders.map((order) => `${order.status},${order.id},${order.customer},${order.total.toFixed(2)}`);
  writeFileSync(file('orders.csv'), `status,id,customer,total\n${rows.join('\n')}\n`);
  const customers = Array.from({ length: 50 }, (_, i) => ({ id: i, user: { login: `user${i}`, country: ['NO', 'DE'][i % 2] }, note: `customer ${i} ${'pays by invoice and orders twice a month. '.repeat(12)}` }));
  writeFileSync(file('customers.json'), JSON.stringify(customers, null, 2));
  const chapters = Array.from({ length: 200 }, (_, i) => `## Chapter ${i}\n\n${'The crew checks the cargo and writes a report. '.repeat(12)}`);
  const passages = ['## Returns\n\nA customer who receives damaged goods gets the full price back within 14 days.', '## 返品\n\n破損した商品を受け取った顧客には全額が返金されます。'];
  writeFileSync(file('manual.md'), ['# Manual', ...chapters.slice(0, 120), passages[0], ...chapters.slice(120), passages[1]].join('\n\n'));
}

function graph() {
  const entities = Array.from({ length: SHIPS }, (_, i) => ({ type: 'entity', name: `ship-${i}`, entityType: i % 3 ? 'ship' : 'tug', observations: [`loaded to ${i} tons`, 'x'.repeat(50)] }));
  const relations = Array.from({ length: SHIPS }, (_, i) => ({ type: 'relation', from: `ship-${i}`, to: `ship-${(i * 7) % SHIPS}`, relationType: 'tows' }));
  return [...entities, ...relations].map((line) => JSON.stringify(line)).join('\n');
}

const cursorOf = (answer) => JSON.stringify(answer).match(/[cC]ursor[\\": =]+([A-Za-z0-9_-]{48})/)[1];
const rowsOf = (answer) => {
  assert.notEqual(answer.isError, true, JSON.stringify(answer.content));
  return JSON.parse(firstText(answer)).results[0];
};
const tokens = (answer) => answer._meta['dev.plimsoll/budget'].estimatedTokens;
const functions = (client) => ({
  call: (name, args = {}) => client.callTool({ name, arguments: args }),
  read: (args) => client.callTool({ name: READ, arguments: args }),
});

await group('reads', async (scenario) => {
  writeFiles();
  const MEMORY_FILE_PATH = join(folder, 'reads.jsonl');
  writeFileSync(MEMORY_FILE_PATH, graph());
  const settings = join(folder, 'reads.yaml');
  writeFileSync(settings, 'policy: {sql: true, search: true, saved: true}\nprograms: read\n');
  const options = ['--config', settings];
  const files = functions((await legacy(servers.filesystem(root), { options })).client);
  const updates = [];
  const memoryClient = (
    await legacy(servers.memory(), {
      options,
      env: { MEMORY_FILE_PATH },
      prepare: (client) => client.setNotificationHandler(ResourceUpdatedNotificationSchema, (note) => void updates.push(note.params.uri)),
    })
  ).client;
  const memory = functions(memoryClient);

  await scenario('SQL: groups, a join with another result, and an error that says what works', async () => {
    const first = await files.call('read_text_file', { path: file('orders.csv') });
    const cursor = cursorOf(first);
    const grouped = await files.read({ cursor, sql: 'SELECT status, count(*) n, sum(total) total FROM data GROUP BY status ORDER BY status' });
    assert.deepEqual(rowsOf(grouped), sums);
    const customers = cursorOf(await files.call('read_text_file', { path: file('customers.json') }));
    const sql = "SELECT json_value(user, '$.country') country, count(*) n FROM data JOIN c ON c.id = customer GROUP BY 1 ORDER BY 1";
    const even = orders.filter((order) => order.customer % 2 === 0).length;
    assert.deepEqual(rowsOf(await files.read({ cursor, with: { c: customers }, sql })), [{ country: 'DE', n: ORDERS - even }, { country: 'NO', n: even }]);
    const wrong = await files.read({ cursor, sql: 'SELECT state FROM data' });
    assert.equal(wrong.isError, true);
    assert.match(firstText(wrong), /Column \\"state\\" not found.*data\(status text, id integer, customer integer, total decimal\) 1500 rows/);
    assertWithinBudget([first]);
    console.log(`    tokens: result ${first._meta['dev.plimsoll/page'].originalTokens}, first page ${tokens(first)}, SQL ${tokens(grouped)}`);
  });
  await scenario('SQL on two lists of a graph, and in a program', async () => {
    const cursor = cursorOf(await memory.call('read_graph'));
    const sql = 'SELECT e.entityType kind, count(*) n FROM relations r JOIN entities e ON e.name = r."to" GROUP BY 1 ORDER BY 1';
    const tugs = Array.from({ length: SHIPS }, (_, i) => (i * 7) % SHIPS).filter((target) => target % 3 === 0).length;
    assert.deepEqual(rowsOf(await memory.read({ cursor, sql })), [{ kind: 'ship', n: SHIPS - tugs }, { kind: 'tug', n: tugs }]);
    const program = 'call("read_graph") | sql("SELECT entityType kind, count(*) n FROM entities GROUP BY 1 ORDER BY 1")';
    assert.deepEqual(JSON.parse(firstText(await memory.call('plimsoll_run', { program }))), [{ kind: 'ship', n: (SHIPS * 2) / 3 }, { kind: 'tug', n: SHIPS / 3 }]);
  });
  await scenario('ranked search: the passage, its heading, and its lines', async () => {
    const cursor = cursorOf(await files.call('read_text_file', { path: file('manual.md') }));
    for (const [search, heading, word] of [['refund for damaged goods', 'Returns', 'damaged'], ['破損した商品の返金', '返品', '破損した商品']]) {
      const found = await files.read({ cursor, search, page_size: 1 });
      const [match] = JSON.parse(firstText(found)).matches;
      assert.ok(match.names.at(-1).endsWith(heading), JSON.stringify(match.names));
      assert.ok(match.words.includes(word), JSON.stringify(match.words));
      assert.ok(firstText(await files.read({ cursor, lines: match.lines })).includes(word));
      assert.ok(tokens(found) < 300, `${tokens(found)} tokens`);
    }
    assert.match(firstText(await files.read({ cursor, search: 'submarine' })), /No word of \\?"submarine\\?" is in/);
  });
  await scenario('a saved view: read again, and a notification for each change of its value', async () => {
    const uri = 'plimsoll://saved/kinds';
    const cursor = cursorOf(await memory.call('read_graph'));
    const saved = await memory.read({ cursor, save: 'kinds', sql: 'SELECT entityType kind, count(*) n FROM entities GROUP BY 1 ORDER BY 1' });
    assert.match(firstText(saved), /^Saved as plimsoll:\/\/saved\/kinds until you remove it: read_graph, now 2 items\./);
    assert.ok((await memoryClient.listResources()).resources.some((resource) => resource.uri === uri));
    await memoryClient.subscribeResource({ uri });
    await memory.call('create_entities', { entities: [{ name: 'new', entityType: 'barge', observations: [] }] });
    await memory.call('read_graph');
    await waitFor('a notification', () => updates.length === 1);
    const { contents } = await memoryClient.readResource({ uri });
    assert.deepEqual(JSON.parse(contents[0].text).map((row) => row.kind), ['barge', 'ship', 'tug']);
    const view = await memory.read({ cursor: uri });
    assert.deepEqual(JSON.parse(firstText(view)), JSON.parse(contents[0].text));
    await memory.call('add_observations', { observations: [{ entityName: 'new', contents: ['built'] }] });
    await memory.call('read_graph');
    await memory.call('create_relations', { relations: [{ from: 'new', to: 'ship-1', relationType: 'tows' }] });
    await memory.call('read_graph');
    await memory.call('create_entities', { entities: [{ name: 'newer', entityType: 'barge', observations: [] }] });
    await memory.call('read_graph');
    await waitFor('a second notification', () => updates.length > 1);
    assert.deepEqual(updates, [uri, uri], 'other parts of the result are not reported');
    assert.match(firstText(await memory.read({ cursor: uri, save: '-' })), /^Removed /);
    console.log(`    tokens: view ${tokens(view)}`);
  });
  await scenario('serve: SQL at the endpoint of a server, at the hub, and over two servers in a program', async () => {
    const gateway = await startGateway(
      { files: { command: servers.filesystem(root) }, memory: { command: servers.memory(), env: { MEMORY_FILE_PATH } } },
      { policy: { sql: true }, programs: 'read' },
    );
    const statement = 'SELECT status, count(*) n, sum(total) total FROM data GROUP BY status ORDER BY status';
    const path = file('orders.csv');
    for (const [endpoint, tool] of [['/files', 'read_text_file'], ['', 'files__read_text_file']]) {
      const { call, read } = functions((await legacyHttp(`${gateway.url}${endpoint}`)).client);
      const answer = await read({ cursor: cursorOf(await call(tool, { path })), sql: statement });
      assert.deepEqual(rowsOf(answer), sums);
    }
    const { call } = functions((await legacyHttp(gateway.url)).client);
    const sql = "SELECT entityType kind, count(*) n FROM o JOIN g ON name = 'ship-' || id GROUP BY 1 ORDER BY 2 DESC LIMIT 1";
    const program = `{o: call("files__read_text_file"; {path: ${JSON.stringify(path)}}), g: call("memory__read_graph").entities} | sql(${JSON.stringify(sql)})`;
    const joined = await call('plimsoll_run', { program });
    assert.deepEqual(JSON.parse(firstText(joined)), [{ kind: 'ship', n: (SHIPS * 2) / 3 }]);
  });
});
