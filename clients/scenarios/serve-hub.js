// Tests the hub: names, calls, follow-up reads of a long list, and a server that is not available.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descendantsWith, endSession, kill, legacyHttp, modernHttp, ServerProcess, startGateway } from '../lib/gateway.js';
import { folder, servers } from '../lib/paths.js';
import { assertWithinBudget, chunkText, firstText, READ, readToEnd, waitFor } from '../lib/assertions.js';
import { group, register } from '../lib/report.js';

const NAMES = ['everything__echo', 'files__list_directory', 'memory__read_graph', 'orders__list_orders'];

await group('serve-hub', async (scenario) => {
  const files = join(folder, 'hub');
  mkdirSync(files, { recursive: true });
  const fileNames = Array.from({ length: 3_000 }, (_, i) => `a-file-of-some-cargo-${String(i).padStart(4, '0')}.txt`);
  for (const name of fileNames) writeFileSync(join(files, name), '');

  const http = register(new ServerProcess('a server over HTTP', [...servers.modern(), 'http']));
  const port = await http.ready(/listening at (\d+)\n/);
  const gatewayProcess = await startGateway({
    everything: { command: servers.everything() },
    files: { command: servers.filesystem(files) },
    memory: { command: servers.memory(), env: { MEMORY_FILE_PATH: join(folder, 'hub.jsonl') } },
    orders: { url: `http://127.0.0.1:${port}/mcp` },
    missing: { command: [join(folder, 'no-such-program')] },
  });

  const checkServers = async (client) => {
    const call = (name, args = {}) => client.callTool({ name, arguments: args });
    assert.equal(firstText(await call('everything__echo', { message: 'ahoy' })), 'Echo: ahoy');
    assert.match(firstText(await call('memory__read_graph')), /entities/);
    assert.match(JSON.stringify(await call('orders__list_orders', { count: 2 })), /o-1/);
    const pages = await readToEnd(client, await call('files__list_directory', { path: files }));
    assertWithinBudget(pages);
    assert.ok(pages.length > 2);
    const listing = pages.map((page) => page.structuredContent?.value?.content ?? chunkText(page)).join('');
    assert.deepEqual(listing.match(/a-file-of-some-cargo-\d{4}\.txt/g), fileNames);
  };
  const eras = { 'up to 2025-11-25': legacyHttp, '2026-07-28': modernHttp };
  for (const [era, connect] of Object.entries(eras)) {
    await scenario(`${era}: names, a call to each, follow-up reads of a long list`, async () => {
      const connection = await connect(gatewayProcess.url);
      const { tools } = await connection.client.listTools();
      const names = tools.map((tool) => tool.name);
      for (const name of NAMES) assert.ok(names.includes(name), name);
      assert.equal(names.filter((name) => name === READ).length, 1);
      assert.ok(!names.some((name) => name.startsWith('missing')));
      await checkServers(connection.client);
      if (connect === legacyHttp) await endSession(connection);
      else await connection.client.close();
    });
    await scenario(`${era}: one server is killed, the others work, it is started again`, async () => {
      const connection = await connect(gatewayProcess.url);
      const { client } = connection;
      await client.listTools();
      const graph = () => client.callTool({ name: 'memory__read_graph', arguments: {} });
      assert.match(firstText(await graph()), /entities/);
      for (const pid of descendantsWith(gatewayProcess, 'server-memory')) kill(pid);
      await waitFor('the end of its process', () => descendantsWith(gatewayProcess, 'server-memory').length === 0);
      const lost = await graph();
      assert.equal(lost.isError, true);
      const { error } = JSON.parse(firstText(lost));
      assert.equal(error.code, 'UPSTREAM_UNAVAILABLE');
      assert.match(JSON.stringify(error), /memory/);
      assert.equal(firstText(await client.callTool({ name: 'everything__echo', arguments: { message: 'x' } })), 'Echo: x');
      assert.ok((await client.listTools()).tools.some((tool) => tool.name === 'memory__read_graph'));
      await waitFor('the server is back', async () => !(await graph()).isError, 15_000);
      if (connect === legacyHttp) await endSession(connection);
      else await client.close();
    });
  }
  await scenario('many calls at once to all servers', async () => {
    const connection = await legacyHttp(gatewayProcess.url);
    const { client } = connection;
    const calls = Array.from({ length: 60 }, (_, i) =>
      i % 2 === 0
        ? client.callTool({ name: 'everything__echo', arguments: { message: `${i}` } })
        : client.callTool({ name: 'orders__say', arguments: { words: `Echo: ${i}` } }),
    );
    (await Promise.all(calls)).forEach((answer, i) => assert.equal(firstText(answer), `Echo: ${i}`));
    await endSession(connection);
  });
});
