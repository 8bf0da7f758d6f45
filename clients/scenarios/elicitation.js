// Tests the style guide with `elicit`: Plimsoll asks the user to select from a long list, in both eras.

import assert from 'node:assert/strict';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { legacy, modern } from '../lib/connection.js';
import { servers } from '../lib/paths.js';
import { firstText, READ } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const capabilities = { elicitation: { form: {} } };
const env = { PLIMSOLL_POLICY_STYLE: 'guide', PLIMSOLL_POLICY_ELICIT: 'true', PLIMSOLL_POLICY_ELICIT_TIMEOUT: '2s' };
const long = { name: 'list_orders', arguments: { count: 500 } };

/** Answers each elicitation with the next item of a list, and records the elicitations. */
function answerElicitations(schema, elicitations, answers) {
  return (client) =>
    client.setRequestHandler(schema, async (request) => {
      elicitations.push(request.params);
      return answers.shift()();
    });
}

const accept = (content) => () => ({ action: 'accept', content });
const decline = () => ({ action: 'decline' });
const cancel = () => ({ action: 'cancel' });

function assertWithoutUserChoice(answer) {
  assert.equal(answer.structuredContent.type, 'elicitation');
  assert.equal(answer.structuredContent.totalItems, 500);
  assert.equal(JSON.parse(firstText(answer)).nextCursor, answer.structuredContent.nextCursor);
}

/** Makes the checks for one era. */
async function checkElicitation(scenario, connect, schema) {
  const elicitations = [];
  const answers = [];
  const { client } = await connect({ client: { capabilities }, env, prepare: answerElicitations(schema, elicitations, answers) });
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
    const { properties } = elicitations.at(-1).requestedSchema;
    assert.deepEqual(Object.keys(properties), ['search', 'limit', 'show']);
  });
  await scenario('all pages, an outline', async () => {
    assert.equal((await call(accept({}))).structuredContent.data.length, 25);
    assert.ok((await call(accept({ show: 'outline' }))).structuredContent.outline);
  });
  await scenario('declined, cancelled', async () => {
    assertWithoutUserChoice(await call(decline));
    assertWithoutUserChoice(await call(cancel));
  });
  await scenario('a short list: no elicitation', async () => {
    const before = elicitations.length;
    const short = await client.callTool({ ...long, arguments: { count: 20 } });
    assert.equal(short.structuredContent.orders.length, 20);
    assert.equal(elicitations.length, before);
  });
  return { client, call };
}

await group('elicitation', async (scenario) => {
  const connectOld = (options) => legacy(servers.modern(), options);
  const oldClient = await checkElicitation((name, body) => scenario(`up to 2025-11-25: ${name}`, body), connectOld, ElicitRequestSchema);
  await scenario('up to 2025-11-25: the client answers with an error, or not at all', async () => {
    assertWithoutUserChoice(await oldClient.call(() => assert.fail('no screen')));
    assertWithoutUserChoice(await oldClient.call(() => new Promise(() => {})));
    assert.equal(firstText(await oldClient.client.callTool({ name: 'say', arguments: { words: 'ahoy' } })), 'ahoy');
  });
  await scenario('up to 2025-11-25: a client without elicitation', async () => {
    const { client } = await legacy(servers.modern(), { env });
    await client.listTools();
    assertWithoutUserChoice(await client.callTool(long));
  });

  const connectNew = (options) => modern(servers.modern(), options);
  await checkElicitation((name, body) => scenario(`2026-07-28: ${name}`, body), connectNew, 'elicitation/create');
  await scenario('2026-07-28: a client without elicitation', async () => {
    const { client } = await modern(servers.modern(), { env });
    await client.listTools();
    assertWithoutUserChoice(await client.callTool(long));
  });
});
