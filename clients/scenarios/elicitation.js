// Style guide with elicit: an elicitation helps the user to narrow a long list, in both eras.

import assert from 'node:assert/strict';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { legacy, modern } from '../lib/connection.js';
import { servers } from '../lib/paths.js';
import { firstText, READ } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const capabilities = { elicitation: { form: {} } };
const env = { PLIMSOLL_POLICY_STYLE: 'guide', PLIMSOLL_POLICY_ELICIT: 'true', PLIMSOLL_POLICY_ELICIT_TIMEOUT: '2s' };
const long = { name: 'list_orders', arguments: { count: 500 } };

/** A user who answers each elicitation with the next item of a list, and a record of the elicitations. */
function userOf(schema, asked, answers) {
  return (client) =>
    client.setRequestHandler(schema, async (request) => {
      asked.push(request.params);
      return answers.shift()();
    });
}

const accept = (content) => () => ({ action: 'accept', content });
const decline = () => ({ action: 'decline' });
const cancel = () => ({ action: 'cancel' });

function isOrdinary(answer) {
  assert.equal(answer.structuredContent.type, 'elicitation');
  assert.equal(answer.structuredContent.totalItems, 500);
  assert.equal(JSON.parse(firstText(answer)).nextCursor, answer.structuredContent.nextCursor);
}

/** Checks for both eras. */
async function asksItsUser(scenario, connect, schema) {
  const asked = [];
  const answers = [];
  const { client } = await connect({ client: { capabilities }, env, prepare: userOf(schema, asked, answers) });
  const call = (answer) => {
    answers.push(answer);
    return client.callTool(long);
  };
  await client.listTools();

  await scenario('a search with follow-up reads', async () => {
    const found = await call(accept({ search: 'Customer 96', limit: 3 }));
    assert.match(found.structuredContent.notice, /^The user wants only those with the text "Customer 96"\. Matches 1-3 of 5/);
    assert.deepEqual(found.structuredContent.matches.map(({ item }) => item.customer), Array(3).fill('customer 96'));
    const rest = await client.callTool({ name: READ, arguments: { cursor: found.structuredContent.nextCursor } });
    assert.equal(rest.structuredContent.matches.length, 2);
    const { properties } = asked.at(-1).requestedSchema;
    assert.deepEqual(Object.keys(properties), ['search', 'limit', 'show']);
  });
  await scenario('all pages, an outline', async () => {
    assert.equal((await call(accept({}))).structuredContent.data.length, 25);
    assert.ok((await call(accept({ show: 'outline' }))).structuredContent.outline);
  });
  await scenario('declined, cancelled', async () => {
    isOrdinary(await call(decline));
    isOrdinary(await call(cancel));
  });
  await scenario('a short list: no elicitation', async () => {
    const before = asked.length;
    const short = await client.callTool({ ...long, arguments: { count: 20 } });
    assert.equal(short.structuredContent.orders.length, 20);
    assert.equal(asked.length, before);
  });
  return { client, call };
}

await group('asking', async (scenario) => {
  const oldLine = (options) => legacy(servers.modern(), options);
  const old = await asksItsUser((name, body) => scenario(`up to 2025-11-25: ${name}`, body), oldLine, ElicitRequestSchema);
  await scenario('up to 2025-11-25: an error, and no answer', async () => {
    isOrdinary(await old.call(() => assert.fail('no screen')));
    isOrdinary(await old.call(() => new Promise(() => {})));
    assert.equal(firstText(await old.client.callTool({ name: 'say', arguments: { words: 'ahoy' } })), 'ahoy');
  });
  await scenario('up to 2025-11-25: a client without elicitation', async () => {
    const { client } = await legacy(servers.modern(), { env });
    await client.listTools();
    isOrdinary(await client.callTool(long));
  });

  const newLine = (options) => modern(servers.modern(), options);
  await asksItsUser((name, body) => scenario(`2026-07-28: ${name}`, body), newLine, 'elicitation/create');
  await scenario('2026-07-28: a client without elicitation', async () => {
    const { client } = await modern(servers.modern(), { env });
    await client.listTools();
    isOrdinary(await client.callTool(long));
  });
});
