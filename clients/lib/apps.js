// Checks for MCP Apps: data for an app is the same bytes as without Plimsoll; data for the model fits its budget.

import assert from 'node:assert/strict';
import { legacy, modern, normalized } from './connection.js';
import { leave, legacyAt, modernAt } from './gateway.js';
import { assertWithinBudget, firstText, itemsOf, leftOut, READ, readToEnd } from './assertions.js';
import { Recorded } from './recorded.js';

export const PAGE = 'ui://harbour/ships.html';
export const BLOB = 'ui://harbour/ships-blob.html';
export const MIME_TYPE = 'text/html;profile=mcp-app';

const EXTENSION = 'io.modelcontextprotocol/ui';
const DECLARED = { mimeTypes: [MIME_TYPE] };
const declaring = (declares) => (declares ? { capabilities: { extensions: { [EXTENSION]: DECLARED } } } : {});

/** Clients of each revision, over standard input and output or HTTP. */
export const CLIENTS = {
  '2025-06-18': { era: 'legacy', pinned: { supportedProtocolVersions: ['2025-06-18'] } },
  '2025-11-25': { era: 'legacy', pinned: { supportedProtocolVersions: ['2025-11-25'] } },
  '2026-07-28': { era: { pin: '2026-07-28' }, pinned: {} },
};

/** Opens a connection over standard input and output for a client that shows apps, or does not. */
export async function appClient(revision, server, { declares = true, ...options } = {}) {
  const { era, pinned } = CLIENTS[revision];
  const connection = await modern(server, { ...options, era, client: { ...pinned, ...declaring(declares) } });
  assert.equal(connection.client.getNegotiatedProtocolVersion(), revision);
  return connection;
}

/** Opens a connection with the SDK's version 1, which older hosts use. */
export const olderClient = (server, options) => legacy(server, { ...options, client: declaring(true) });

/** Like appClient, over HTTP. */
export async function appClientAt(revision, url, { declares = true } = {}) {
  const { era, pinned } = CLIENTS[revision];
  return recorded(revision, (options) => modernAt(url, { era, ...options }), { ...pinned, ...declaring(declares) });
}

export const olderClientAt = (url) => recorded('2025-11-25', (options) => legacyAt(url, options), declaring(true));

async function recorded(revision, connect, client) {
  const wire = new Recorded();
  const made = await connect({ client, transport: { fetch: wire.fetch } });
  return {
    client: made.client,
    lastResponse: async () => normalized(await wire.lastResponse()),
    end: () => (revision === '2026-07-28' ? made.client.close() : leave(made)),
  };
}

/** Returns the bytes of a JSON value as these servers write it, one character for each byte. */
const bytes = (value) => Buffer.from(JSON.stringify(value)).toString('latin1');

/** Checks that a value arrived as the server wrote it. */
async function assertArrived(connection, value, what) {
  assert.ok((await connection.lastResponse()).includes(bytes(value)), `${what} differs from the server's bytes`);
}

/** Names and URIs as clients see them: unchanged for a single server; with the server's name in the hub. */
const same = (name) => name;
export const ALONE = { named: same, ofApp: same, address: same };
export const inHub = (name) => {
  const named = (tool) => `${name}__${tool}`;
  return { named, ofApp: named, address: (uri) => uri.replace('ui://', `ui://${name}/`) };
};

const call = (connection, name, args = {}) => connection.client.callTool({ name, arguments: args });
const read = (connection, uri) => connection.client.readResource({ uri }, { cacheMode: 'refresh' });

/** App pages: one entry with the server's bytes; in the hub, with the hub's URI. */
export async function samePages(direct, guarded, { address } = ALONE) {
  for (const uri of [PAGE, BLOB]) {
    const { contents: before } = await read(direct, uri);
    const { contents: after } = await read(guarded, address(uri));
    assert.equal(after.length, 1, 'hosts accept one entry');
    assert.deepEqual(after[0], { ...before[0], uri: address(uri) });
    assert.equal(after[0].mimeType, MIME_TYPE);
    const page = before[0].text ?? before[0].blob;
    assert.ok(page.length > 500_000, `a page of ${page.length} characters`);
    await assertArrived(guarded, page, uri);
  }
}

/** A tool with an app and one sentence for the model: unchanged. */
export async function sameShown(direct, guarded, { named } = ALONE) {
  const before = await call(direct, 'show_ships');
  const after = await call(guarded, named('show_ships'));
  assert.equal(after.structuredContent.ships.length, 800);
  assert.deepEqual(after.content, before.content);
  await assertArrived(guarded, before.structuredContent, 'structuredContent');
  await assertArrived(guarded, before._meta['harbour/legend'], '_meta');
  const { estimatedTokens } = after._meta['dev.plimsoll/budget'];
  assert.ok(estimatedTokens > 0 && estimatedTokens < 40, `a sentence of ${estimatedTokens} tokens`);
  assert.equal(after._meta['dev.plimsoll/page'], undefined);
}

/** A tool with an app that copies its data for the model: the app gets all data, the model gets pages. */
export async function sameData(direct, guarded, { named } = ALONE) {
  const before = await call(direct, 'show_ships_as_text_too');
  const after = await call(guarded, named('show_ships_as_text_too'));
  await assertArrived(guarded, before.structuredContent, 'structuredContent');
  assert.deepEqual(after.structuredContent, before.structuredContent);
  const { estimatedTokens } = after._meta['dev.plimsoll/budget'];
  assert.ok(estimatedTokens <= 4_000 && estimatedTokens > 200, `content of ${estimatedTokens} tokens`);
  assert.ok(Buffer.byteLength(JSON.stringify(after.content)) < 56_000, 'the content is not larger than its estimate allows');
  const { nextCursor } = after._meta['dev.plimsoll/page'];
  assert.ok(firstText(after).includes(nextCursor), 'the text contains the header');
  const pages = [after, ...(await readToEnd(guarded.client, await call(guarded, READ, { cursor: nextCursor })))];
  assertWithinBudget(pages.slice(1));
  const shown = pages.flatMap((page) => JSON.parse(firstText(page)).value.ships);
  assert.deepEqual(shown, before.structuredContent.ships, 'the pages of the model contain all items');
}

/** A tool for the app only, called by the server's name or the hub's: unchanged. */
export async function sameForApp(direct, guarded, { ofApp } = ALONE) {
  const args = { id: 's-799' };
  const before = await call(direct, 'track_ship', args);
  const after = await call(guarded, ofApp('track_ship'), args);
  assert.equal(after.structuredContent.positions.length, 800);
  assert.deepEqual(after.content, before.content);
  await assertArrived(guarded, before.structuredContent, 'structuredContent');
  await assertArrived(guarded, before.content[0].text, 'content');
}

/** An app page in a result passes if the client shows apps. */
export async function sameEmbedded(direct, guarded, { named, address } = ALONE) {
  const before = await call(direct, 'embed_ships');
  const after = await call(guarded, named('embed_ships'));
  const [said, { resource }] = before.content;
  assert.deepEqual(after.content, [said, { type: 'resource', resource: { ...resource, uri: address(resource.uri) } }]);
  await assertArrived(guarded, resource.text, 'the page');
}

/** Results of tools without an app are shaped as usual. */
export async function otherToolsFit(guarded, { named } = ALONE) {
  const pages = await readToEnd(guarded.client, await call(guarded, named('list_ships')));
  assertWithinBudget(pages);
  assert.equal(itemsOf(pages, 'ships').length, 800);
}

/** Servers get the client's declaration of the apps extension. */
export async function declared(guarded, expected, { named } = ALONE) {
  assert.deepEqual(JSON.parse(firstText(await call(guarded, named('declared')))), expected ? DECLARED : null);
}

/** The listing keeps its app metadata for every client. */
export async function sameListing(direct, guarded, { named, address } = ALONE) {
  const { tools: before } = await direct.client.listTools();
  const { tools: after } = await guarded.client.listTools();
  for (const { name, _meta } of before) {
    const moved = _meta && JSON.parse(JSON.stringify(_meta).replaceAll(/ui:\/\/[^"]*/g, (uri) => address(uri)));
    assert.deepEqual(after.find((tool) => tool.name === named(name))?._meta, moved, name);
  }
}

/** All checks for a client that shows apps. */
export async function checkAppClient(direct, guarded, at = ALONE) {
  await declared(guarded, true, at);
  await sameListing(direct, guarded, at);
  await samePages(direct, guarded, at);
  await sameShown(direct, guarded, at);
  await sameData(direct, guarded, at);
  await sameForApp(direct, guarded, at);
  await sameEmbedded(direct, guarded, at);
  await otherToolsFit(guarded, at);
}

/** Checks for a client that did not declare the extension: results fit their budget, and app pages are readable. */
export async function checkPlainClient(direct, guarded, at = ALONE) {
  const { named } = at;
  await declared(guarded, false, at);
  await sameListing(direct, guarded, at);
  for (const name of ['show_ships', 'show_ships_as_text_too']) {
    const pages = await readToEnd(guarded.client, await call(guarded, named(name)));
    assertWithinBudget(pages);
    assert.ok(pages.length > 2, name);
  }
  const answer = await call(guarded, named('embed_ships'));
  assert.match(answer.content[0].text, /800 ships/);
  const { contents } = await read(guarded, `plimsoll://blob/${leftOut(answer).cursor}`);
  assert.equal(contents.length, 1);
  assert.equal(contents[0].text ?? Buffer.from(contents[0].blob, 'base64').toString(), (await read(direct, PAGE)).contents[0].text);
  await samePages(direct, guarded, at);
}
