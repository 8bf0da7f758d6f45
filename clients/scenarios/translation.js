// Tests the translation between eras: legacy clients with a server that supports only 2026-07-28, and the reverse.

import assert from 'node:assert/strict';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { legacy, modern } from '../lib/connection.js';
import { endSession, legacyHttp, modernHttp, ServerProcess, startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { assertWithinBudget, firstText, itemsOf, READ, readToEnd, rejection, waitFor } from '../lib/assertions.js';
import { group, register } from '../lib/report.js';

const capabilities = { elicitation: {}, sampling: {}, roots: {} };

/** Sets handlers on a client that answer all input requests. */
function answerInputRequests(client) {
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { confirm: true } }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///harbour' }] }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    model: 'any',
    role: 'assistant',
    content: { type: 'text', text: 'Beagle' },
  }));
}

/** Makes the checks for one connection; `toolName` returns the name of a tool at its endpoint. */
async function checkTranslation(scenario, label, connect, toolName = (name) => name) {
  const call = (client, name, args = {}, ...more) => client.callTool({ name: toolName(name), arguments: args }, undefined, ...more);

  await scenario(`${label}: initialize, calls, a large list`, async () => {
    const { client, end } = await connect();
    assert.equal(client.getServerCapabilities().tools.listChanged, true);
    assert.ok(client.getServerCapabilities().resources.subscribe);
    assert.match(client.getInstructions(), /For ships\./);
    await client.ping();
    const { tools, ttlMs, resultType } = await client.listTools();
    assert.deepEqual([ttlMs, resultType], [undefined, undefined]);
    assert.equal(tools.at(-1).name, READ);
    assert.equal(tools.find(({ name }) => name === toolName('bare_list')).outputSchema, undefined);
    assert.equal(firstText(await call(client, 'say', { words: 'ahoy äöü' })), 'ahoy äöü');
    assert.equal(firstText(await call(client, 'moor', { berth: 'söuth' })), 'moored at söuth');
    const bare = await call(client, 'bare_list', { count: 2 });
    assert.deepEqual([bare.structuredContent, firstText(bare)], [undefined, '["berth 0","berth 1"]']);
    const pages = await readToEnd(client, await call(client, 'list_ships', { count: 3_000 }));
    assertWithinBudget(pages);
    const ships = itemsOf(pages, 'ships');
    assert.deepEqual(ships.map(({ id }) => id), Array.from({ length: 3_000 }, (_, i) => `s-${i}`));
    const prompt = await client.getPrompt({ name: toolName('greet'), arguments: { name: 'Samuel' } });
    assert.equal(prompt.messages[0].content.text, 'Greet Samuel.');
    await end();
  });
  await scenario(`${label}: error codes of the client's revision`, async () => {
    const { client, end } = await connect();
    assert.equal((await rejection(client.readResource({ uri: 'harbour://nothing' }))).code, -32002);
    const tasks = rejection(client.request({ method: 'tasks/result', params: { taskId: 't' } }, CallToolResultSchema));
    assert.ok([-32601, -32602].includes((await tasks).code));
    await end();
  });
  await scenario(`${label}: progress, and log messages after setLevel`, async () => {
    const { client, end } = await connect();
    const logged = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params));
    const progressReports = [];
    await call(client, 'steps', {}, { onprogress: ({ progress }) => progressReports.push(progress) });
    assert.deepEqual(progressReports, [1, 2, 3]);
    assert.deepEqual(logged, []);
    await client.setLoggingLevel('info');
    await call(client, 'steps');
    await waitFor('three log messages', () => logged.length === 3);
    assert.equal(logged[0].data, 'step 1');
    assert.equal((await rejection(client.setLoggingLevel('loud'))).code, -32602);
    await end();
  });
  await scenario(`${label}: a cancelled call`, async () => {
    const { client, end } = await connect();
    const before = Number(firstText(await call(client, 'cancelled')));
    const controller = new AbortController();
    const waiting = rejection(call(client, 'wait', {}, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 300);
    await waiting;
    for (let tries = 0; Number(firstText(await call(client, 'cancelled'))) === before; tries += 1) {
      assert.ok(tries < 500, 'the server notices the cancellation');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await end();
  });
  await scenario(`${label}: changes of lists and of a resource`, async () => {
    const { client, end } = await connect();
    let lists = 0;
    const updates = [];
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (lists += 1));
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updates.push(params));
    await client.subscribeResource({ uri: 'harbour://tide' });
    await call(client, 'rise');
    await waitFor('the update', () => updates.length > 0);
    assert.deepEqual(updates[0], { uri: 'harbour://tide' });
    await client.unsubscribeResource({ uri: 'harbour://tide' });
    await call(client, 'grow');
    await waitFor('the change of the list', () => lists > 0);
    assert.ok((await client.listTools()).tools.some(({ name }) => name.startsWith(toolName('grown_'))));
    await end();
  });
  await scenario(`${label}: a tool with all input requests`, async () => {
    const { client, end } = await connect({ client: { capabilities }, prepare: answerInputRequests });
    const deployed = await call(client, 'deploy', { target: 'harbour' });
    assert.equal(firstText(deployed), 'second true file:///harbour Beagle');
    await end();
  });
  await scenario(`${label}: an input request that the client does not support`, async () => {
    const { client, end } = await connect();
    const refused = await call(client, 'deploy', { target: 'harbour' }).catch((error) => error);
    assert.match(refused.isError ? firstText(refused) : String(refused), /not declare|required|capabilit/i);
    await end();
  });
}

const httpConnector = (url) => async (more) => {
  const connection = await legacyHttp(url, more);
  return { client: connection.client, end: () => endSession(connection) };
};

await group('translation-run', async (scenario) => {
  await checkTranslation(scenario, 'plimsoll run', async (more) => {
    const { client } = await legacy(servers.newest(), more);
    return { client, end: () => {} };
  });
});

for (const isolation of ['session', 'caller', 'shared']) {
  await group(`translation-${isolation}`, async (scenario) => {
    const http = register(new ServerProcess('a server over HTTP', [...servers.newest(), 'http']));
    const url = `http://127.0.0.1:${await http.ready(/listening at (\d+)\n/)}/mcp`;
    const gatewayProcess = await startGateway({ local: { command: servers.newest() }, remote: { url } }, { isolation });
    for (const name of ['local', 'remote']) {
      await checkTranslation(scenario, name, httpConnector(`${gatewayProcess.url}/${name}`));
    }
    await checkTranslation(scenario, 'all servers', httpConnector(gatewayProcess.url), (name) => `local__${name}`);
  });
}

const allCapabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** Checks input requests that a legacy server sends during a call of a modern client. */
async function checkInputRequests(scenario, label, connect, toolName = (name) => name) {
  await scenario(`${label}: input requests of a legacy server`, async () => {
    const received = [];
    const prepare = (client) => {
      client.setRequestHandler('elicitation/create', ({ params }) => {
        received.push(params);
        return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Plimsoll', check: true } };
      });
      client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///harbour', name: 'harbour' }] }));
      client.setRequestHandler('sampling/createMessage', () => ({
        model: 'any',
        role: 'assistant',
        content: { type: 'text', text: 'sampled äöü' },
      }));
    };
    const { client } = await connect({ client: { capabilities: allCapabilities }, prepare });
    assert.equal(client.getProtocolEra(), 'modern');
    const call = (name, args = {}) => client.callTool({ name: toolName(name), arguments: args });
    const sampled = await call('trigger-sampling-request', { prompt: 'which ship?', maxTokens: 7 });
    assert.match(firstText(sampled), /sampled äöü/);
    assert.match(JSON.stringify((await call('trigger-elicitation-request')).content), /Plimsoll/);
    const visited = await call('trigger-url-elicitation', { url: 'https://example.com/pay', elicitationId: 'e-1' });
    assert.match(firstText(visited), /completed the URL elicitation/);
    assert.equal(received.at(-1).url, 'https://example.com/pay');
    assert.match(JSON.stringify((await call('get-roots-list')).content), /file:\/\/\/harbour/);
  });
}

await group('translation-input-requests', async (scenario) => {
  const gatewayProcess = await startGateway({ everything: { command: servers.everything() } });
  await checkInputRequests(scenario, 'one server', (options) => modernHttp(`${gatewayProcess.url}/everything`, options));
  await checkInputRequests(scenario, 'all servers', (options) => modernHttp(gatewayProcess.url, options), (name) => `everything__${name}`);
});

await group('translation-run', async (scenario) => {
  await checkInputRequests(scenario, 'run --bridge', (options) => modern(servers.everything(), { ...options, options: ['--bridge'] }));
});
