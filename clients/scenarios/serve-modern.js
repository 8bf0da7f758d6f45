// Tests plimsoll serve with clients of 2026-07-28, a legacy server, and modern servers over both transports.

import assert from 'node:assert/strict';
import { modernHttp, ServerProcess, startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { assertWithinBudget, chunkText, firstText, itemsOf, READ, readToEnd, waitFor } from '../lib/assertions.js';
import { group, register } from '../lib/report.js';

const capabilities = { elicitation: { form: {} } };

function acceptElicitations(client) {
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
}

await group('serve-modern', async (scenario) => {
  const http = register(new ServerProcess('a server over HTTP', [...servers.modern(), 'http']));
  const port = await http.ready(/listening at (\d+)\n/);
  const gatewayProcess = await startGateway({
    everything: { command: servers.everything() },
    local: { command: servers.modern() },
    remote: { url: `http://127.0.0.1:${port}/mcp` },
  });
  const options = { client: { capabilities }, prepare: acceptElicitations };

  await scenario('a legacy server', async () => {
    const { client } = await modernHttp(`${gatewayProcess.url}/everything`, options);
    assert.equal(client.getProtocolEra(), 'modern');
    const { tools, ttlMs, cacheScope } = await client.listTools();
    assert.ok(Number.isInteger(ttlMs));
    assert.equal(cacheScope, 'private');
    assert.equal(tools.at(-1).name, READ);
    assert.equal(firstText(await client.callTool({ name: 'echo', arguments: { message: 'ahoy' } })), 'Echo: ahoy');
    const message = 'a line of the echo\n'.repeat(11_000);
    const pages = await readToEnd(client, await client.callTool({ name: 'echo', arguments: { message } }));
    assertWithinBudget(pages);
    assert.equal(pages.map(chunkText).join(''), `Echo: ${message}`);
    await client.close();
  });
  await scenario('a legacy server: progress', async () => {
    const { client } = await modernHttp(`${gatewayProcess.url}/everything`, options);
    const progressReports = [];
    const long = { name: 'trigger-long-running-operation', arguments: { duration: 1.2, steps: 4 } };
    await client.callTool(long, { onprogress: ({ progress }) => progressReports.push(progress) });
    assert.ok(progressReports.length >= 3, `${progressReports.length} of 4 steps`);
    await client.close();
  });
  for (const name of ['local', 'remote']) {
    await scenario(`a modern server, ${name}: calls, a large list, an input request`, async () => {
      const { client } = await modernHttp(`${gatewayProcess.url}/${name}`, options);
      assert.equal(client.getProtocolEra(), 'modern');
      assert.equal(firstText(await client.callTool({ name: 'say', arguments: { words: 'ahoy äöü' } })), 'ahoy äöü');
      await client.listTools();
      const pages = await readToEnd(client, await client.callTool({ name: 'list_orders', arguments: { count: 2_000 } }));
      assertWithinBudget(pages);
      const orders = itemsOf(pages, 'orders');
      assert.deepEqual(orders.map((each) => each.id), Array.from({ length: 2_000 }, (_, i) => `o-${i}`));
      const deployed = await client.callTool({ name: 'deploy', arguments: { target: 'harbour' } });
      assert.equal(firstText(deployed), 'confirmed: true, state intact: true');
      await client.close();
    });
    await scenario(`a modern server, ${name}: subscriptions/listen`, async () => {
      const { client } = await modernHttp(`${gatewayProcess.url}/${name}`, options);
      let changes = 0;
      client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
      const listening = await client.listen({ toolsListChanged: true });
      assert.equal(listening.honoredFilter.toolsListChanged, true);
      await client.callTool({ name: 'grow', arguments: {} });
      await waitFor('the change', () => changes > 0);
      assert.ok((await client.listTools({}, { cacheMode: 'refresh' })).tools.some((tool) => tool.name === 'grown'));
      await listening.close();
      await client.close();
    });
  }
  await scenario('a client of both eras uses 2026-07-28', async () => {
    for (const name of ['everything', 'local', 'remote']) {
      const { client } = await modernHttp(`${gatewayProcess.url}/${name}`, { ...options, era: 'auto' });
      assert.equal(client.getProtocolEra(), 'modern', name);
      assert.ok((await client.listTools()).tools.length > 3, name);
      await client.close();
    }
  });
});
