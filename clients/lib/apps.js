// Checks for MCP Apps: an app gets the same bytes as without Plimsoll, and answers for the model fit the budget.

import assert from 'node:assert/strict';
import { legacy, modern, normalized } from './connection.js';
import { endSession, legacyHttp, modernHttp } from './gateway.js';
import { assertWithinBudget, firstText, itemsOf, omittedBlock, READ, readToEnd } from './assertions.js';
import { ResponseRecorder } from './response-recorder.js';

export const PAGE = 'ui://harbour/ships.html';
export const BLOB = 'ui://harbour/ships-blob.html';
export const MIME_TYPE = 'text/html;profile=mcp-app';

const EXTENSION = 'io.modelcontextprotocol/ui';
const APP_SUPPORT = { mimeTypes: [MIME_TYPE] };
const capabilityOptions = (hasApps) => (hasApps ? { capabilities: { extensions: { [EXTENSION]: APP_SUPPORT } } } : {});

/** Options of a client of each revision. */
export const CLIENTS = {
  '2025-06-18': { era: 'legacy', versionOptions: { supportedProtocolVersions: ['2025-06-18'] } },
  '2025-11-25': { era: 'legacy', versionOptions: { supportedProtocolVersions: ['2025-11-25'] } },
  '2026-07-28': { era: { pin: '2026-07-28' }, versionOptions: {} },
};

/** Connects a client over standard input and output, with or without apps. */
export async function appClient(revision, server, { hasApps = true, ...options } = {}) {
  const { era, versionOptions } = CLIENTS[revision];
  const connection = await modern(server, { ...options, era, client: { ...versionOptions, ...capabilityOptions(hasApps) } });
  assert.equal(connection.client.getNegotiatedProtocolVersion(), revision);
  return connection;
}

/** Connects a client of the SDK's version 1, which older hosts use. */
export const sdk1Client = (server, options) => legacy(server, { ...options, client: capabilityOptions(true) });

/** Connects a client over HTTP, with or without apps. */
export async function appHttpClient(revision, url, { hasApps = true } = {}) {
  const { era, versionOptions } = CLIENTS[revision];
  return connectWithRecorder(revision, (options) => modernHttp(url, { era, ...options }), { ...versionOptions, ...capabilityOptions(hasApps) });
}

export const sdk1HttpClient = (url) => connectWithRecorder('2025-11-25', (options) => legacyHttp(url, options), capabilityOptions(true));

async function connectWithRecorder(revision, connect, client) {
  const recorder = new ResponseRecorder();
  const connection = await connect({ client, transport: { fetch: recorder.fetch } });
  return {
    client: connection.client,
    lastResponse: async () => normalized(await recorder.lastResponse()),
    end: () => (revision === '2026-07-28' ? connection.client.close() : endSession(connection)),
  };
}

/** Returns the bytes of a JSON value in the format of these servers, one character for each byte. */
const bytes = (value) => Buffer.from(JSON.stringify(value)).toString('latin1');

/** Checks that the last response contains a value in the server's bytes. */
async function assertContainsBytes(connection, value, name) {
  assert.ok((await connection.lastResponse()).includes(bytes(value)), `${name} differs from the server's bytes`);
}

/** Names of tools and URIs of pages at an endpoint: those of the server at its own endpoint, with the server's name in the hub. */
const unchanged = (name) => name;
export const SINGLE_SERVER = { toolName: unchanged, appToolName: unchanged, pageUri: unchanged };
export const inHub = (name) => {
  const toolName = (tool) => `${name}__${tool}`;
  return { toolName, appToolName: toolName, pageUri: (uri) => uri.replace('ui://', `ui://${name}/`) };
};

const call = (connection, name, args = {}) => connection.client.callTool({ name, arguments: args });
const read = (connection, uri) => connection.client.readResource({ uri }, { cacheMode: 'refresh' });

/** Checks that app pages have one entry with the server's bytes; in the hub, with the hub's URI. */
export async function checkAppPages(direct, guarded, { pageUri } = SINGLE_SERVER) {
  for (const uri of [PAGE, BLOB]) {
    const { contents: before } = await read(direct, uri);
    const { contents: after } = await read(guarded, pageUri(uri));
    assert.equal(after.length, 1, 'hosts accept one entry');
    assert.deepEqual(after[0], { ...before[0], uri: pageUri(uri) });
    assert.equal(after[0].mimeType, MIME_TYPE);
    const page = before[0].text ?? before[0].blob;
    assert.ok(page.length > 500_000, `a page of ${page.length} characters`);
    await assertContainsBytes(guarded, page, uri);
  }
}

/** Checks that the result of a tool with an app, and with one sentence for the model, does not change. */
export async function checkAppWithSentence(direct, guarded, { toolName } = SINGLE_SERVER) {
  const before = await call(direct, 'show_ships');
  const after = await call(guarded, toolName('show_ships'));
  assert.equal(after.structuredContent.ships.length, 800);
  assert.deepEqual(after.content, before.content);
  await assertContainsBytes(guarded, before.structuredContent, 'structuredContent');
  await assertContainsBytes(guarded, before._meta['harbour/legend'], '_meta');
  const { estimatedTokens } = after._meta['dev.plimsoll/budget'];
  assert.ok(estimatedTokens > 0 && estimatedTokens < 40, `a sentence of ${estimatedTokens} tokens`);
  assert.equal(after._meta['dev.plimsoll/page'], undefined);
}

/** Checks a tool with an app that copies its data for the model: the app gets all data, the model gets pages. */
export async function checkAppWithTextCopy(direct, guarded, { toolName } = SINGLE_SERVER) {
  const before = await call(direct, 'show_ships_as_text_too');
  const after = await call(guarded, toolName('show_ships_as_text_too'));
  await assertContainsBytes(guarded, before.structuredContent, 'structuredContent');
  assert.deepEqual(after.structuredContent, before.structuredContent);
  const { estimatedTokens } = after._meta['dev.plimsoll/budget'];
  assert.ok(estimatedTokens <= 4_000 && estimatedTokens > 200, `content of ${estimatedTokens} tokens`);
  assert.ok(Buffer.byteLength(JSON.stringify(after.content)) < 56_000, 'the content is not larger than its estimate allows');
  const { nextCursor } = after._meta['dev.plimsoll/page'];
  assert.ok(firstText(after).includes(nextCursor), 'the text contains the header');
  const pages = [after, ...(await readToEnd(guarded.client, await call(guarded, READ, { cursor: nextCursor })))];
  assertWithinBudget(pages.slice(1));
  const items = pages.flatMap((page) => JSON.parse(firstText(page)).value.ships);
  assert.deepEqual(items, before.structuredContent.ships, 'the pages of the model contain all items');
}

/** Checks that the result of an app-only tool does not change, called by the server's name or the hub's. */
export async function checkAppOnlyTool(direct, guarded, { appToolName } = SINGLE_SERVER) {
  const args = { id: 's-799' };
  const before = await call(direct, 'track_ship', args);
  const after = await call(guarded, appToolName('track_ship'), args);
  assert.equal(after.structuredContent.positions.length, 800);
  assert.deepEqual(after.content, before.content);
  await assertContainsBytes(guarded, before.structuredContent, 'structuredContent');
  await assertContainsBytes(guarded, before.content[0].text, 'content');
}

/** Checks that an app page in a result does not change if the client shows apps. */
export async function checkEmbeddedPage(direct, guarded, { toolName, pageUri } = SINGLE_SERVER) {
  const before = await call(direct, 'embed_ships');
  const after = await call(guarded, toolName('embed_ships'));
  const [sentence, { resource }] = before.content;
  assert.deepEqual(after.content, [sentence, { type: 'resource', resource: { ...resource, uri: pageUri(resource.uri) } }]);
  await assertContainsBytes(guarded, resource.text, 'the page');
}

/** Checks that results of tools without an app fit the budget. */
export async function checkOtherTools(guarded, { toolName } = SINGLE_SERVER) {
  const pages = await readToEnd(guarded.client, await call(guarded, toolName('list_ships')));
  assertWithinBudget(pages);
  assert.equal(itemsOf(pages, 'ships').length, 800);
}

/** Checks that the server gets the client's declaration of the apps extension. */
export async function checkDeclaration(guarded, expected, { toolName } = SINGLE_SERVER) {
  assert.deepEqual(JSON.parse(firstText(await call(guarded, toolName('declared')))), expected ? APP_SUPPORT : null);
}

/** Checks that the listing keeps its app metadata for every client. */
export async function checkListing(direct, guarded, { toolName, pageUri } = SINGLE_SERVER) {
  const { tools: before } = await direct.client.listTools();
  const { tools: after } = await guarded.client.listTools();
  for (const { name, _meta } of before) {
    const expected = _meta && JSON.parse(JSON.stringify(_meta).replaceAll(/ui:\/\/[^"]*/g, (uri) => pageUri(uri)));
    assert.deepEqual(after.find((tool) => tool.name === toolName(name))?._meta, expected, name);
  }
}

/** Makes all checks for a client that shows apps. */
export async function checkAppClient(direct, guarded, names = SINGLE_SERVER) {
  await checkDeclaration(guarded, true, names);
  await checkListing(direct, guarded, names);
  await checkAppPages(direct, guarded, names);
  await checkAppWithSentence(direct, guarded, names);
  await checkAppWithTextCopy(direct, guarded, names);
  await checkAppOnlyTool(direct, guarded, names);
  await checkEmbeddedPage(direct, guarded, names);
  await checkOtherTools(guarded, names);
}

/** Checks a client that does not declare the extension: results fit the budget, and app pages are readable. */
export async function checkPlainClient(direct, guarded, names = SINGLE_SERVER) {
  const { toolName } = names;
  await checkDeclaration(guarded, false, names);
  await checkListing(direct, guarded, names);
  for (const name of ['show_ships', 'show_ships_as_text_too']) {
    const pages = await readToEnd(guarded.client, await call(guarded, toolName(name)));
    assertWithinBudget(pages);
    assert.ok(pages.length > 2, name);
  }
  const answer = await call(guarded, toolName('embed_ships'));
  assert.match(answer.content[0].text, /800 ships/);
  const { contents } = await read(guarded, `plimsoll://blob/${omittedBlock(answer).cursor}`);
  assert.equal(contents.length, 1);
  assert.equal(contents[0].text ?? Buffer.from(contents[0].blob, 'base64').toString(), (await read(direct, PAGE)).contents[0].text);
  await checkAppPages(direct, guarded, names);
}
