// Tests clients and servers of the revision 2026-07-28, and clients that detect the revision of their server.

import assert from 'node:assert/strict';
import { modern } from '../lib/connection.js';
import { servers } from '../lib/paths.js';
import { assertSameBytes, assertSameTools, assertWithinBudget, chunkText, firstText, itemsOf, READ, readToEnd, rejection, splitChunk } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const REVISION = '2026-07-28';
const capabilities = { elicitation: { form: {} } };

/** Returns a function that sets a handler on a client, which records and accepts each elicitation. */
function acceptElicitations(elicitations) {
  return (client) =>
    client.setRequestHandler('elicitation/create', (request) => {
      elicitations.push(request.params);
      return { action: 'accept', content: { confirm: true } };
    });
}

await group('modern', async (scenario) => {
  const elicitations = [];
  const options = { client: { capabilities }, prepare: acceptElicitations(elicitations) };
  const direct = await modern(servers.modern(), { ...options, viaPlimsoll: false });
  const guarded = await modern(servers.modern(), options);
  const { client } = guarded;
  const call = (name, args = {}) => client.callTool({ name, arguments: args });
  const directCall = (name, args = {}) => direct.client.callTool({ name, arguments: args });

  await scenario('server/discover', async () => {
    assert.equal(client.getProtocolEra(), 'modern');
    assert.equal(client.getNegotiatedProtocolVersion(), REVISION);
    assert.deepEqual(client.getServerVersion(), direct.client.getServerVersion());
    assert.deepEqual(client.getServerCapabilities(), direct.client.getServerCapabilities());
    assert.deepEqual(await client.discover(), await direct.client.discover());
  });
  await scenario('listings and their cache times', async () => {
    const before = await direct.client.listTools();
    const after = await client.listTools();
    assert.equal(before.cacheScope, 'public');
    assert.equal(after.ttlMs, before.ttlMs);
    assert.equal(after.cacheScope, 'private', 'the listing depends on the configuration');
    const objects = ({ tools }) => tools.filter((tool) => tool.name !== 'bare_list');
    assertSameTools(objects(before), objects(after));
    const bare = ({ tools }) => tools.find((tool) => tool.name === 'bare_list').outputSchema;
    assert.equal(bare(after).type, undefined, 'the schema also allows an object with a page');
    assert.equal(bare(after).anyOf[0].type, 'array');
    for (const list of ['listResources', 'listPrompts', 'listResourceTemplates']) {
      assert.deepEqual(await client[list](), await direct.client[list]());
    }
  });
  await scenario('small results: same bytes', async () => {
    await assertSameBytes(direct, guarded, { name: 'say', arguments: { words: 'ahoy "ship" \\ äöü 🚢 \u2028' } });
    await assertSameBytes(direct, guarded, { name: 'list_orders', arguments: { count: 3 } });
    await assertSameBytes(direct, guarded, { name: 'bare_list', arguments: { count: 3 } });
    await assertSameBytes(direct, guarded, { name: 'say', arguments: {} });
  });
  await scenario('a large list in an object, read to its end', async () => {
    const original = (await directCall('list_orders', { count: 5_000 })).structuredContent;
    const pages = await readToEnd(client, await call('list_orders', { count: 5_000 }));
    assertWithinBudget(pages);
    const orders = itemsOf(pages, 'orders');
    assert.deepEqual(orders, original.orders);
  });
  await scenario('a large bare list, read to its end', async () => {
    const original = (await directCall('bare_list', { count: 5_000 })).structuredContent;
    const pages = await readToEnd(client, await call('bare_list', { count: 5_000 }));
    assertWithinBudget(pages);
    assert.deepEqual(pages.flatMap((page) => page.structuredContent.items), original);
  });
  await scenario('a tool with an input request', async () => {
    const result = await call('deploy', { target: 'harbour' });
    assert.equal(firstText(result), 'confirmed: true, state intact: true');
    assert.deepEqual(elicitations.map((each) => each.message), ['Deploy to harbour?']);
  });
  await scenario('a large resource', async () => {
    const uri = 'orders://log';
    const original = (await direct.client.readResource({ uri })).contents[0].text;
    let answer = await client.readResource({ uri });
    assert.equal(answer.ttlMs, 0, 'a page must not be cached as the full resource');
    const texts = [];
    for (let next = uri; next !== undefined && texts.length < 1_000; ) {
      if (texts.length > 0) answer = await client.readResource({ uri: next });
      const { header, text } = splitChunk(answer.contents[0].text);
      texts.push(text);
      next = header.nextUri;
    }
    assert.ok(texts.length > 5);
    assert.equal(texts.join(''), original);
  });
  await scenario('prompts', async () => {
    const prompt = { name: 'greet', arguments: { name: 'Samuel' } };
    assert.deepEqual((await client.getPrompt(prompt)).messages, (await direct.client.getPrompt(prompt)).messages);
  });
  await scenario('an invalid cursor, an unknown method', async () => {
    const answer = await call(READ, { cursor: 'nothing' });
    assert.equal(JSON.parse(firstText(answer)).error.code, 'CURSOR_INVALID');
    const error = await rejection(client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: '' } }));
    assert.match(String(error), /completions|[Mm]ethod/);
  });
});

await group('eras', async (scenario) => {
  const auto = { era: 'auto', client: { capabilities } };

  await scenario('a client of both eras, a legacy server: initialize', async () => {
    const { client } = await modern(servers.everything(), { ...auto, client: {} });
    assert.equal(client.getProtocolEra(), 'legacy');
    const { tools } = await client.listTools();
    assert.equal(tools.at(-1).name, READ);
    const result = await client.callTool({ name: 'echo', arguments: { message: 'x\n'.repeat(40_000) } });
    const pages = await readToEnd(client, result);
    assert.equal(pages.map(chunkText).join(''), `Echo: ${'x\n'.repeat(40_000)}`);
  });
  await scenario('a client of both eras, a server of both: 2026-07-28', async () => {
    const elicitations = [];
    const { client } = await modern(servers.modern(), { ...auto, prepare: acceptElicitations(elicitations) });
    assert.equal(client.getProtocolEra(), 'modern');
    assert.equal(firstText(await client.callTool({ name: 'deploy', arguments: { target: 'x' } })), 'confirmed: true, state intact: true');
    assert.equal(elicitations.length, 1);
  });
  await scenario('a legacy client, a server of both: the input request is a server request', async () => {
    const elicitations = [];
    const { client } = await modern(servers.modern(), { ...auto, era: 'legacy', prepare: acceptElicitations(elicitations) });
    assert.equal(client.getProtocolEra(), 'legacy');
    assert.equal(firstText(await client.callTool({ name: 'deploy', arguments: { target: 'y' } })), 'confirmed: true, state intact: true');
    const { tools } = await client.listTools();
    assert.equal(tools.find((tool) => tool.name === 'bare_list').outputSchema?.type ?? 'object', 'object');
    const pages = await readToEnd(client, await client.callTool({ name: 'list_orders', arguments: { count: 2_000 } }));
    assert.equal(itemsOf(pages, 'orders').length, 2_000);
    assert.equal(elicitations.length, 1);
  });
});
