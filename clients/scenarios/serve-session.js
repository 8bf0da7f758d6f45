// Tests plimsoll serve with clients that start a session: requests, input requests, and the end of sessions.

import assert from 'node:assert/strict';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { descendantsWith, endSession, legacyHttp, startGateway } from '../lib/gateway.js';
import { servers } from '../lib/paths.js';
import { assertWithinBudget, chunkText, firstText, READ, readToEnd, rejection, waitFor } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const capabilities = { sampling: {}, elicitation: { form: {} } };

function handlers(received) {
  return (client) => {
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: 'none',
      role: 'assistant',
      content: { type: 'text', text: 'sampled äöü' },
    }));
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Plimsoll', check: true } }));
    client.setNotificationHandler(LoggingMessageNotificationSchema, (note) => void received.logging.push(note.params));
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, (note) => void received.updated.push(note.params));
  };
}

await group('serve-session', async (scenario) => {
  const received = { logging: [], updated: [] };
  const gatewayProcess = await startGateway({ everything: { command: servers.everything() } });
  const processes = () => descendantsWith(gatewayProcess, 'server-everything');
  const connect = () => legacyHttp(`${gatewayProcess.url}/everything`, { client: { capabilities }, prepare: handlers(received) });
  const connection = await connect();
  const { client } = connection;
  const call = (name, args = {}, options) => client.callTool({ name, arguments: args }, undefined, options);

  await scenario('initialize, listings', async () => {
    assert.equal(client.getServerVersion().name, 'mcp-servers/everything');
    assert.match(connection.transport.sessionId, /^[\x21-\x7e]{20,}$/);
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === 'echo'));
    assert.equal(tools.at(-1).name, READ);
    assert.ok((await client.listResources()).resources.length > 0);
    assert.ok((await client.listPrompts()).prompts.length > 0);
    assert.equal(firstText(await call('echo', { message: 'ahoy äöü' })), 'Echo: ahoy äöü');
  });
  await scenario('progress during the call', async () => {
    const progressReports = [];
    const start = performance.now();
    const onprogress = ({ progress }) => progressReports.push([progress, performance.now() - start]);
    await call('trigger-long-running-operation', { duration: 1.2, steps: 4 }, { onprogress });
    assert.ok(progressReports.length >= 3, `${progressReports.length} of 4 steps`);
    const end = performance.now() - start;
    assert.ok(progressReports[0][1] < end - 300, 'the first step comes long before the answer');
  });
  await scenario('cancellation', async () => {
    const controller = new AbortController();
    const error = rejection(call('trigger-long-running-operation', { duration: 30, steps: 3 }, { signal: controller.signal }));
    await call('echo', { message: 'meanwhile' });
    controller.abort('not needed any more');
    assert.match(String(await error), /not needed any more/);
    assert.equal(firstText(await call('echo', { message: 'after' })), 'Echo: after');
  });
  await scenario('sampling and elicitation', async () => {
    assert.match(firstText(await call('trigger-sampling-request', { prompt: 'which ship?', maxTokens: 7 })), /sampled äöü/);
    assert.match(JSON.stringify((await call('trigger-elicitation-request')).content), /Plimsoll/);
  });
  await scenario('a large echo, read to its end', async () => {
    const message = Array.from({ length: 4_500 }, (_, i) => `${i}: "the load" lies \\ low, äöü 🚢\n`).join('');
    assert.ok(Buffer.byteLength(message) > 180_000);
    const pages = await readToEnd(client, await call('echo', { message }));
    assertWithinBudget(pages);
    assert.equal(pages.map(chunkText).join(''), `Echo: ${message}`);
  });
  await scenario('messages of the server: log messages, updates of a resource', async () => {
    await client.setLoggingLevel('debug');
    await call('toggle-simulated-logging');
    await waitFor('a log message', () => received.logging.length > 0);
    await call('toggle-simulated-logging');
    const uri = 'demo://resource/dynamic/text/1';
    await client.subscribeResource({ uri });
    await call('toggle-subscriber-updates');
    await waitFor('an update', () => received.updated.some((each) => each.uri === uri));
    await call('toggle-subscriber-updates');
  });
  await scenario('each session has its own process; a cursor works in both', async () => {
    const other = await connect();
    assert.equal(processes().length, 2);
    const first = await call('echo', { message: 'x\n'.repeat(40_000) });
    const cursor = first._meta['dev.plimsoll/page'].nextCursor;
    const page = await other.client.callTool({ name: READ, arguments: { cursor } });
    assert.notEqual(page.isError, true);
    await endSession(other);
    await waitFor('one process', () => processes().length === 1);
  });
  await scenario('DELETE ends the process and the session', async () => {
    const { sessionId } = connection.transport;
    await endSession(connection);
    await waitFor('no process', () => processes().length === 0);
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'Mcp-Session-Id': sessionId };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    assert.equal((await fetch(`${gatewayProcess.url}/everything`, { method: 'POST', headers, body })).status, 404);
  });
});
