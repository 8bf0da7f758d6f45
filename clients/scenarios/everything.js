// Tests with the reference server `everything` that messages arrive unchanged in both directions if they need no change.

import assert from 'node:assert/strict';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ErrorCode,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { legacy } from '../lib/connection.js';
import { servers } from '../lib/paths.js';
import { assertSameBytes, assertSameTools, assertWithinBudget, chunkText, firstText, readToEnd, rejection, waitFor } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const capabilities = {
  sampling: {},
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
};

const SMALL = [
  ['echo', { message: 'ahoy "ship" \\ äöü 🚢 \u2028 \ud83d' }],
  ['get-sum', { a: 0.1, b: 0.2 }],
  ['get-tiny-image', {}],
  ['get-structured-content', { location: 'Chicago' }],
  ['get-resource-links', { count: 4 }],
  ['get-annotated-message', { messageType: 'error', includeImage: true }],
  ['get-annotated-message', { messageType: 'debug' }],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
];

/** Sets handlers on a client that record what they receive, and answer requests. */
function handlers(received) {
  return (client) => {
    client.setRequestHandler(CreateMessageRequestSchema, (request) => {
      received.sampling.push(request.params);
      return { model: 'none', role: 'assistant', content: { type: 'text', text: 'sampled äöü' } };
    });
    client.setRequestHandler(ElicitRequestSchema, (request) => {
      received.elicitation.push(request.params);
      if (request.params.mode === 'url') return { action: 'accept' };
      return { action: 'accept', content: { name: 'Plimsoll', check: true } };
    });
    client.setRequestHandler(ListRootsRequestSchema, () => {
      received.roots += 1;
      return { roots: [{ uri: `file:///harbour/${received.roots}`, name: 'harbour' }] };
    });
    const record = (schema, list) => client.setNotificationHandler(schema, (notification) => void list.push(notification.params ?? {}));
    record(LoggingMessageNotificationSchema, received.logging);
    record(ResourceUpdatedNotificationSchema, received.updated);
    record(ResourceListChangedNotificationSchema, received.resourcesChanged);
    record(ToolListChangedNotificationSchema, received.toolsChanged);
  };
}

await group('everything', async (scenario) => {
  const received = { sampling: [], elicitation: [], roots: 0, logging: [], updated: [], resourcesChanged: [], toolsChanged: [] };
  const receivedDirectly = structuredClone(received);
  const direct = await legacy(servers.everything(), { viaPlimsoll: false, client: { capabilities }, prepare: handlers(receivedDirectly) });
  const guarded = await legacy(servers.everything(), { client: { capabilities }, prepare: handlers(received) });
  const { client } = guarded;
  const call = (name, args = {}, options) => client.callTool({ name, arguments: args }, undefined, options);

  await scenario('initialize', () => {
    assert.deepEqual(client.getServerVersion(), direct.client.getServerVersion());
    assert.deepEqual(client.getServerCapabilities(), direct.client.getServerCapabilities());
    assert.equal(client.getInstructions(), direct.client.getInstructions());
  });
  await scenario('ping', async () => assert.deepEqual(await client.ping(), {}));
  await scenario('listings', async () => {
    assertSameTools((await direct.client.listTools()).tools, (await client.listTools()).tools);
    for (const list of ['listResources', 'listResourceTemplates', 'listPrompts']) {
      assert.deepEqual(await client[list](), await direct.client[list]());
    }
  });
  await scenario('small results: same bytes', async () => {
    for (const [name, args] of SMALL) await assertSameBytes(direct, guarded, { name, arguments: args });
  });
  await scenario('a tool that fails', async () => {
    const failed = await assertSameBytes(direct, guarded, { name: 'get-sum', arguments: { a: 'one' } });
    assert.equal(failed.isError, true);
    const unknown = await assertSameBytes(direct, guarded, { name: 'no-such-tool', arguments: {} });
    assert.equal(unknown.isError, true);
  });
  await scenario('an unknown method', async () => {
    const send = (each) => each.client.request({ method: 'harbour/master' }, CallToolResultSchema);
    const error = await rejection(send(guarded));
    assert.equal(error.code, ErrorCode.MethodNotFound);
    assert.equal(error.message, (await rejection(send(direct))).message);
  });
  await scenario('progress', async () => {
    const progressReports = [];
    const result = await call('trigger-long-running-operation', { duration: 0.4, steps: 4 }, { onprogress: (each) => progressReports.push(each) });
    // the client itself drops progress that it reads together with the response
    assert.ok(progressReports.length >= 2, `${progressReports.length} of 4 steps`);
    assert.deepEqual(progressReports, [1, 2, 3, 4].slice(0, progressReports.length).map((progress) => ({ progress, total: 4 })));
    assert.match(firstText(result), /completed/);
  });
  await scenario('cancellation', async () => {
    const controller = new AbortController();
    const long = call('trigger-long-running-operation', { duration: 30, steps: 3 }, { signal: controller.signal });
    const error = rejection(long);
    await call('echo', { message: 'meanwhile' });
    controller.abort('not needed any more');
    assert.match(String(await error), /not needed any more/);
    assert.equal(firstText(await call('echo', { message: 'after' })), 'Echo: after');
  });
  await scenario('logging level and messages', async () => {
    await client.setLoggingLevel('emergency');
    await client.setLoggingLevel('debug');
    await call('toggle-simulated-logging');
    await waitFor('a log message', () => received.logging.some((each) => each.level !== undefined));
    await call('toggle-simulated-logging');
  });
  await scenario('resources: read', async () => {
    const { resources } = await client.listResources();
    for (const { uri } of resources.slice(0, 3)) {
      assert.deepEqual((await client.readResource({ uri })).contents, (await direct.client.readResource({ uri })).contents);
    }
    const text = await client.readResource({ uri: 'demo://resource/dynamic/text/7' });
    assert.match(text.contents[0].text, /^Resource 7: /);
    const blob = await client.readResource({ uri: 'demo://resource/dynamic/blob/7' });
    assert.match(Buffer.from(blob.contents[0].blob, 'base64').toString(), /^Resource 7: /);
    const uri = 'demo://nowhere';
    const missing = await rejection(client.readResource({ uri }));
    assert.equal(missing.message, (await rejection(direct.client.readResource({ uri }))).message);
  });
  await scenario('resources: subscribe', async () => {
    const uri = 'demo://resource/dynamic/text/1';
    await client.subscribeResource({ uri });
    await call('toggle-subscriber-updates');
    await waitFor('an update', () => received.updated.some((each) => each.uri === uri));
    await call('toggle-subscriber-updates');
    await client.unsubscribeResource({ uri });
  });
  await scenario('resources: list_changed', async () => {
    const before = received.resourcesChanged.length;
    const data = `data:text/plain,${'x'.repeat(100)}`;
    const created = await call('gzip-file-as-resource', { name: 'x.gz', data });
    assert.equal(created.content[0].type, 'resource_link');
    await waitFor('list_changed', () => received.resourcesChanged.length > before);
    const { contents } = await client.readResource({ uri: created.content[0].uri });
    assert.equal(contents[0].mimeType, 'application/gzip');
  });
  await scenario('prompts', async () => {
    for (const prompt of [
      { name: 'simple-prompt' },
      { name: 'args-prompt', arguments: { city: 'Bristol', state: 'England' } },
      { name: 'completable-prompt', arguments: { department: 'Sales', name: 'Eve' } },
    ]) {
      assert.deepEqual((await client.getPrompt(prompt)).messages, (await direct.client.getPrompt(prompt)).messages);
    }
    const bad = { name: 'args-prompt', arguments: {} };
    assert.equal((await rejection(client.getPrompt(bad))).message, (await rejection(direct.client.getPrompt(bad))).message);
  });
  await scenario('completion', async () => {
    const ref = { type: 'ref/prompt', name: 'completable-prompt' };
    const department = await client.complete({ ref, argument: { name: 'department', value: 'S' } });
    assert.deepEqual(department.completion.values, ['Sales', 'Support']);
    const context = { arguments: { department: 'Sales' } };
    const name = await client.complete({ ref, argument: { name: 'name', value: 'E' }, context });
    assert.deepEqual(name.completion.values, ['Eve']);
    const template = { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' };
    const id = await client.complete({ ref: template, argument: { name: 'resourceId', value: '3' } });
    assert.deepEqual(id.completion.values, ['3']);
  });
  await scenario('sampling', async () => {
    const prompt = 'what ship is this? äöü 🚢';
    const result = await call('trigger-sampling-request', { prompt, maxTokens: 7 });
    assert.match(firstText(result), /sampled äöü/);
    assert.equal(received.sampling.length, 1);
    assert.ok(received.sampling[0].messages[0].content.text.endsWith(prompt));
    assert.equal(received.sampling[0].maxTokens, 7);
  });
  await scenario('elicitation by form and by URL', async () => {
    const form = await call('trigger-elicitation-request');
    assert.match(JSON.stringify(form.content), /Plimsoll/);
    const url = await call('trigger-url-elicitation', { url: 'https://example.com/pay', elicitationId: 'e-1' });
    assert.match(firstText(url), /completed the URL elicitation/);
    assert.deepEqual(received.elicitation.map((each) => each.mode ?? 'form'), ['form', 'url']);
    assert.equal(received.elicitation[1].url, 'https://example.com/pay');
  });
  await scenario('the error with a URL elicitation', async () => {
    const args = { url: 'https://example.com/again', errorPath: true };
    const error = await rejection(call('trigger-url-elicitation', args));
    assert.equal(error.code, ErrorCode.UrlElicitationRequired);
    assert.equal(error.data.elicitations[0].url, 'https://modelcontextprotocol.io');
  });
  await scenario('roots', async () => {
    assert.match(firstText(await call('get-roots-list')), /file:\/\/\/harbour\/1/);
    await client.sendRootsListChanged();
    await waitFor('the new roots', async () => /harbour\/2/.test(firstText(await call('get-roots-list'))));
  });
  await scenario('a tool that runs as a task', async () => {
    const messageTypes = [];
    const args = { topic: 'load lines', ambiguous: false };
    const options = { task: { ttl: 60_000, pollInterval: 100 } };
    const stream = client.experimental.tasks.callToolStream({ name: 'simulate-research-query', arguments: args }, undefined, options);
    let result;
    for await (const message of stream) {
      messageTypes.push(message.type);
      assert.notEqual(message.type, 'error', String(message.error));
      if (message.type === 'result') result = message.result;
    }
    assert.equal(messageTypes[0], 'taskCreated');
    assert.ok(messageTypes.includes('taskStatus'));
    assert.match(firstText(result), /load lines/);
    const { tasks } = await client.experimental.tasks.listTasks();
    assert.equal(tasks.length, 1);
  });
  await scenario('a hundred calls at once', async () => {
    const calls = Array.from({ length: 100 }, (_, i) => call('echo', { message: `${i}` }));
    (await Promise.all(calls)).forEach((result, i) => assert.equal(firstText(result), `Echo: ${i}`));
  });
  await scenario('a large echo, read to its end', async () => {
    const message = Array.from({ length: 4_000 }, (_, i) => `${i}: "the load" lies \\ low, äöü 🚢\n`).join('');
    const pages = await readToEnd(client, await call('echo', { message }));
    assertWithinBudget(pages);
    assert.ok(pages.length > 5);
    assert.equal(pages.map(chunkText).join(''), `Echo: ${message}`);
  });
});
