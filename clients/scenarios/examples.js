// Starts the examples of the libraries as their READMEs describe, and calls them with clients of the TypeScript SDK, without a gateway.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { legacy, modern } from '../lib/connection.js';
import { endSession, legacyHttp, modernHttp, ServerProcess } from '../lib/gateway.js';
import { examples } from '../lib/paths.js';
import { assertWithinBudget, itemsOf, READ, readToEnd } from '../lib/assertions.js';
import { group, register } from '../lib/report.js';

const ITEMS = 430;
const java = process.env.JAVA ?? 'java';
const withoutGateway = { viaPlimsoll: false };

/** Runs a program to its end, and returns its standard output. */
const run = async (program, args) => (await promisify(execFile)(program, args, { timeout: 60_000 })).stdout;

/** Makes the checks for one example server. */
async function checkExample(scenario, label, client) {
  const call = (name, args = {}) => client.callTool({ name, arguments: args });
  await scenario(`${label}: its tools and plimsoll_read`, async () => {
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    assert.deepEqual(names.toSorted(), ['get_log', 'list_items', READ]);
  });
  await scenario(`${label}: a list read to its end, each answer within its budget and valid for its schema`, async () => {
    const pages = await readToEnd(client, await call('list_items'));
    assertWithinBudget(pages);
    const ids = itemsOf(pages, 'items').map((item) => item.id);
    assert.deepEqual(ids, Array.from({ length: ITEMS }, (_, i) => 1000 + i));
  });
  await scenario(`${label}: a query on a stored result`, async () => {
    const { nextCursor: cursor } = (await call('list_items'))._meta['dev.plimsoll/page'];
    const answer = await call(READ, { cursor, query: '[.items[] | select(.quantity < 50)] | length' });
    const few = Array.from({ length: ITEMS }, (_, i) => (i * 37) % 500).filter((quantity) => quantity < 50);
    assert.deepEqual(answer.structuredContent.results, [few.length]);
  });
  await scenario(`${label}: a log in chunks`, async () => {
    const pages = await readToEnd(client, await call('get_log'));
    assertWithinBudget(pages);
    assert.ok(pages.length > 1);
    assert.match(JSON.stringify(pages.at(-1).content), /item 1429 counted/);
  });
}

await group('examples-java-sdk', async (scenario) => {
  const classes = ['classes', join('lib', '*')].map((name) => join(examples, 'java-sdk', 'target', name)).join(':');
  const server = [java, '-cp', classes, 'example.InventoryServer'];
  await checkExample(scenario, 'stdio', (await legacy(server, withoutGateway)).client);
  await checkExample(scenario, 'stdio, the newer SDK', (await modern(server, { ...withoutGateway, era: 'auto' })).client);
});

await group('examples-servlet', async (scenario) => {
  const classes = ['classes', join('lib', '*')].map((name) => join(examples, 'servlet', 'target', name)).join(':');
  const program = register(new ServerProcess('the example', [java, '-cp', classes, 'example.FilteredServer', '0']));
  const url = `http://127.0.0.1:${await program.ready(/listening on http:\/\/127\.0\.0\.1:(\d+)/)}/mcp`;
  const http = await legacyHttp(url);
  await checkExample(scenario, 'HTTP', http.client);
  const other = await legacyHttp(url);
  await scenario('HTTP: a cursor is invalid in another session', async () => {
    const { nextCursor: cursor } = (await http.client.callTool({ name: 'list_items', arguments: {} }))._meta['dev.plimsoll/page'];
    const refused = await other.client.callTool({ name: READ, arguments: { cursor } });
    assert.match(JSON.stringify(refused), /CURSOR_INVALID/);
  });
  await endSession(other);
  await endSession(http);
  const newer = await modernHttp(url, { era: 'auto' });
  await checkExample(scenario, 'HTTP, the newer SDK', newer.client);
  await endSession(newer);
});

/** Checks the example of a framework. `era` is the protocol era in which the newer SDK connects. */
async function checkFramework(scenario, program, isReady, era) {
  const url = `http://127.0.0.1:${await program.ready(isReady)}/mcp`;
  const http = await legacyHttp(url);
  await checkExample(scenario, 'HTTP', http.client);
  await scenario('HTTP: a small result is unchanged', async () => {
    const { content, structuredContent } = await http.client.callTool({ name: 'list_items', arguments: { warehouse: 'WH-09' } });
    assert.deepEqual({ content, structuredContent }, { content: [], structuredContent: { items: [] } });
  });
  await scenario('HTTP: follow-up reads of a resource by URI', async () => {
    const { contents } = await http.client.readResource({ uri: 'inventory://stocktaking' });
    const [next] = /plimsoll:\/\/page\/[\w-]+/.exec(JSON.stringify(contents));
    assert.match(JSON.stringify(await http.client.readResource({ uri: next })), /counted: /);
  });
  await endSession(http);
  const newer = await modernHttp(url, { era });
  await checkExample(scenario, 'HTTP, the newer SDK', newer.client);
  await endSession(newer);
}

await group('examples-quarkus', async (scenario) => {
  const jar = join(examples, 'quarkus', 'target', 'quarkus-app', 'quarkus-run.jar');
  const program = register(new ServerProcess('the example', [java, '-Dquarkus.http.port=0', '-jar', jar]));
  await checkFramework(scenario, program, /Listening on: http:\/\/127\.0\.0\.1:(\d+)/, 'auto');
});

await group('examples-micronaut', async (scenario) => {
  const classes = ['classes', join('lib', '*')].map((name) => join(examples, 'micronaut', 'target', name)).join(':');
  const program = register(new ServerProcess('the example', [java, '-cp', classes, 'example.Application', '--micronaut.server.port=0']));
  // the server answers requests that it does not know, such as server/discover, with HTTP 500
  await checkFramework(scenario, program, /Server Running: http:\/\/127\.0\.0\.1:(\d+)/, 'legacy');
});

await group('examples-agents', async (scenario) => {
  const classes = ['classes', join('lib', '*')].map((name) => join(examples, 'langchain4j', 'target', name)).join(':');
  const jar = join(examples, 'spring-agent', 'target', 'stock-agent.jar');
  const agents = {
    LangChain4j: [['-cp', classes, 'example.StockAgent'], 'unguarded'],
    'Spring AI': [['-jar', jar], '--plimsoll.agent.enabled=false'],
  };
  for (const [framework, [command, withoutPlimsoll]] of Object.entries(agents)) {
    await scenario(`${framework}: the agent answers with a query and does not read the whole result`, async () => {
      const unguardedOutput = await run(java, [...command, withoutPlimsoll]);
      const items = JSON.parse(/^tool: (\[.*\])$/m.exec(unguardedOutput)[1]);
      const few = items.filter((item) => item.warehouse === 'WH-02' && item.quantity < 50).length;
      const guarded = await run(java, command);
      assert.match(guarded, new RegExp(`^agent: .*\\{"results":\\[${few}\\]\\}$`, 'm'));
      const [answer] = /^tool: .*nextCursor.*$/m.exec(guarded);
      assert.ok(answer.length * 10 < unguardedOutput.length, `${answer.length} of ${unguardedOutput.length} characters`);
    });
  }
});

await group('examples-spring', async (scenario) => {
  const jar = join(examples, 'spring', 'target', 'inventory.jar');
  const stdio = [java, '-jar', jar, '--spring.profiles.active=stdio'];
  await checkExample(scenario, 'stdio', (await legacy(stdio, withoutGateway)).client);
  const program = register(new ServerProcess('the example', [java, '-jar', jar, '--server.port=0']));
  const url = `http://127.0.0.1:${await program.ready(/Tomcat started on port (\d+)/)}/mcp`;
  const http = await legacyHttp(url);
  await checkExample(scenario, 'HTTP', http.client);
  await scenario('HTTP: follow-up reads of a resource by URI', async () => {
    const { contents } = await http.client.readResource({ uri: 'inventory://stocktaking' });
    const [next] = /plimsoll:\/\/page\/[\w-]+/.exec(JSON.stringify(contents));
    assert.match(JSON.stringify(await http.client.readResource({ uri: next })), /counted: /);
  });
  await endSession(http);
  const newer = await modernHttp(url, { era: 'auto' });
  await checkExample(scenario, 'HTTP, the newer SDK', newer.client);
  await endSession(newer);
});
