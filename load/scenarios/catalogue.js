// Tests many servers with many tools and many rules.

import assert from 'node:assert/strict';
import { ModernClient, Session } from '../lib/client.js';
import { quantile, short as format } from '../lib/statistics.js';
import { startGateway, startServer } from '../lib/gateway.js';
import { allResources } from '../lib/process-resources.js';
import { forEachParallel } from './sessions.js';

const SERVERS = 20;

async function listAllTools(client) {
  const tools = [];
  let millis = 0;
  let bytes = 0;
  for (let cursor; ; ) {
    const answer = await client.request('tools/list', cursor ? { cursor } : {});
    tools.push(...answer.result.tools);
    millis += answer.millis;
    bytes += JSON.stringify(answer.result).length;
    cursor = answer.result.nextCursor;
    if (!cursor) return { tools, millis, bytes };
  }
}

export async function catalogue({ test, tabulate, short }) {
  const tools = short ? 20 : 100;
  const toolCount = SERVERS * tools;
  const server = await startServer();
  const names = Array.from({ length: SERVERS }, (_, i) => `s${i}`);
  const servers = Object.fromEntries(names.map((name) => [name, { url: server.many(tools), isolation: 'shared' }]));
  const rules = Object.fromEntries(names.flatMap((name) => Array.from({ length: tools / 2 }, (_, i) => [`${name}/numbered_${2 * i}`, { budgetMeta: 'never' }])));
  const rows = [];

  await test(`${SERVERS} servers with ${toolCount} tools and ${toolCount / 2} rules: all are listed, all can be called, each rule applies`, async () => {
    const gateway = await startGateway({ servers, tools: rules }, '-Xmx512m');
    const web = gateway.web();
    const client = new ModernClient(web, '/mcp');
    const first = await listAllTools(client);
    assert.equal(first.tools.length, toolCount + 1);
    const laterMillis = [];
    for (let i = 0; i < 10; i += 1) laterMillis.push((await listAllTools(client)).millis);
    const session = await Session.open(web, '/mcp');
    assert.equal((await listAllTools(session)).tools.length, toolCount + 1);
    const calls = [];
    await forEachParallel(first.tools.slice(0, -1), async ({ name }, i) => {
      const { result, millis } = await (i % 2 ? session : client).call(name);
      const number = Number(name.slice(name.lastIndexOf('_') + 1));
      assert.equal(result.content[0].text, String(number), name);
      assert.equal(Boolean(result._meta?.['dev.plimsoll/budget']), number % 2 === 1, `the rule for ${name}`);
      calls.push(millis);
    }, 8);
    const { heap, resident } = await allResources(gateway);
    rows.push(['`full`', format(toolCount + 1), format(first.bytes / 1024), format(first.millis), format(quantile(laterMillis, 0.5)), format(heap), format(resident)]);
    await session.end();
    await gateway.end();
    return `ready after ${Math.round(gateway.millis)} ms; first listing in ${format(first.millis)} ms, then in ${format(quantile(laterMillis, 0.5))} ms; calls p50 ${format(quantile(calls, 0.5))} ms, p99 ${format(quantile(calls, 0.99))} ms`;
  });

  for (const catalog of ['slim', 'dispatch']) {
    await test(`the same with catalog: ${catalog}`, async () => {
      const gateway = await startGateway({ servers, tools: rules, catalog }, '-Xmx512m');
      const client = new ModernClient(gateway.web(), '/mcp');
      const first = await listAllTools(client);
      assert.equal(first.tools.length, catalog === 'slim' ? toolCount + 1 : SERVERS + 1);
      const laterMillis = [];
      for (let i = 0; i < 10; i += 1) laterMillis.push((await listAllTools(client)).millis);
      const last = `numbered_${tools - 1}`;
      const { result } = catalog === 'slim' ? await client.call(`s19__${last}`) : await client.call('s19__plimsoll_tools', { name: last, call: {} });
      assert.equal(result.content[0].text, String(tools - 1));
      const { heap, resident } = await allResources(gateway);
      rows.push([`\`${catalog}\``, format(first.tools.length), format(first.bytes / 1024), format(first.millis), format(quantile(laterMillis, 0.5)), format(heap), format(resident)]);
      await gateway.end();
      return `${first.tools.length} tools listed in ${format(first.millis)} ms`;
    });
  }
  tabulate('catalogue', [`${SERVERS} servers, ${toolCount} tools, ${toolCount / 2} rules, in the hub`, 'listed', 'KB', 'first, ms', 'then, ms', 'heap, MB', 'resident, MB'], rows);
  await server.end();
}
