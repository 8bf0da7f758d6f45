// The kinds of requests of the soak test, each with its check: about fifty requests per second together.

import assert from 'node:assert/strict';
import { pause, waitFor } from '../../replicas/lib/managed-process.js';
import { items, nextCursor, readAllPages, Session } from '../lib/client.js';
import { findDifference, recordsIn, recordsInPort } from '../lib/source.js';
import { outcomeOf } from './large.js';

const KB = 1024;
const SEEDS = 50;
const WIDE = { max_tokens: 25_000, page_size: 1000 };
const assertRecords = (pageItems, seed, from) => assert.equal(findDifference(pageItems, seed, from), undefined);

function addSmallCalls(traffic, { sessions, clientAt, webs, source }) {
  const ships = clientAt('/mcp/ships');
  const hub = clientAt('/mcp', 'guest');
  const callSmall = async (client, seed, name = 'get_ship') => {
    const { result, millis } = await client.call(name, { seed });
    assertRecords([items(result)], seed);
    return millis;
  };
  traffic.every(100, 'small, session', (turn) => callSmall(sessions[turn % sessions.length], turn));
  traffic.every(100, 'small, 2026-07-28', (turn) => callSmall(ships, turn));
  traffic.every(500, 'small, hub', (turn) => callSmall(hub, turn, 'ships__get_ship'));
  traffic.every(500, 'small, the sample server', async () => {
    const { result, millis } = await clientAt('/mcp/inventory').call('get_device', { id: 77 });
    assert.deepEqual(items(result), source.device);
    return millis;
  });
  traffic.every(300, 'small, REST', async (turn) => {
    const answer = await webs.guest.send('POST', '/api/v1/tools/ships/get_ship', { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ seed: turn }) });
    assert.equal(answer.status, 200, answer.text);
    assertRecords([items(JSON.parse(answer.text))], turn);
    return answer.millis;
  });
  traffic.every(500, 'tools/list', async (turn) => {
    const { result, millis } = await (turn % 2 ? hub : sessions[turn % sessions.length]).request('tools/list');
    assert.ok(result.tools.length >= 5, `${result.tools.length} tools`);
    return millis;
  });
}

function addLargeCalls(traffic, { clientAt, sessions, source }) {
  const ships = clientAt('/mcp/ships');
  const list = async (client, bytes, seed, name = 'list_ships') => {
    const { result, millis } = await client.call(name, { records: recordsIn(bytes), seed: seed % SEEDS });
    return { result, millis, seed: seed % SEEDS };
  };
  const shaped = (bytes) => async (turn) => {
    const { result, millis, seed } = await list(turn % 2 ? ships : sessions[turn % sessions.length], bytes, turn);
    assert.ok(nextCursor(result), 'there is more');
    assertRecords(items(result), seed);
    return millis;
  };
  traffic.every(400, 'shaped, 100 KB', shaped(100 * KB));
  traffic.every(1500, 'shaped, 1 MB', shaped(KB * KB));
  traffic.every(20_000, 'shaped, 20 MB', shaped(20 * KB * KB));
  traffic.every(1000, 'passes, 100 KB', async (turn) => {
    const { result, millis, seed } = await list(ships, 100 * KB, turn, 'export_ships');
    const pageItems = items(result);
    assert.equal(pageItems.length, recordsIn(100 * KB));
    assertRecords(pageItems, seed);
    return millis;
  });
  traffic.every(1000, 'structured, 100 KB', async (turn) => {
    const { result, millis, seed } = await list(ships, 100 * KB, turn, 'list_structured');
    assert.equal(result.structuredContent.ships, undefined, 'a page of a list is only under value');
    assertRecords(result.structuredContent.value.ships, seed);
    return millis;
  });
  const readAll = async (client, firstPage, check, total) => {
    const times = [];
    const { count } = await readAllPages(client, firstPage, check, { onMillis: (millis) => times.push(millis), args: WIDE });
    assert.equal(count, total);
    return times;
  };
  traffic.every(5000, 'pages of 1 MB', async (turn) => {
    const { result, seed } = await list(ships, KB * KB, turn);
    return readAll(ships, result, (pageItems, from) => assertRecords(pageItems, seed, from), recordsIn(KB * KB));
  });
  traffic.every(30_000, 'pages of the sample’s 5.7 MB', async () => {
    const sample = clientAt('/mcp/inventory');
    const { result } = await sample.call('list_bookings');
    return readAll(sample, result, (pageItems, from) => assert.deepEqual(pageItems, source.bookings.slice(from, from + pageItems.length)), source.bookings.length);
  });
}

function addReads(traffic, { clientAt }) {
  const ships = clientAt('/mcp/ships');
  const count = recordsIn(KB * KB);
  const storeResult = async (turn) => {
    const seed = turn % SEEDS;
    return { seed, cursor: nextCursor((await ships.call('list_ships', { records: count, seed })).result) };
  };
  traffic.every(2000, 'find in 1 MB', async (turn) => {
    const { seed, cursor } = await storeResult(turn);
    const { result, millis } = await ships.read(cursor, { find: `/^MV Albatross ${seed}-77$/` });
    const { matches, totalMatches } = JSON.parse(result.content.at(-1).text);
    assert.equal(totalMatches, 1);
    assertRecords([matches[0].item], seed, 77);
    return millis;
  });
  traffic.every(2000, 'query over 1 MB', async (turn) => {
    const { seed, cursor } = await storeResult(turn);
    const { result, millis } = await ships.read(cursor, { query: '[.[] | select(.port == "Bergen") | .tonnes] | add' });
    const expected = recordsInPort(seed, count, 'Bergen').reduce((sum, { tonnes }) => sum + tonnes, 0);
    assert.deepEqual(JSON.parse(result.content.at(-1).text).results, [expected]);
    return millis;
  });
  traffic.every(2000, 'resource and its next page', async () => {
    const { result, millis } = await ships.request('resources/read', { uri: 'ships://all' });
    const page = JSON.parse(result.contents[0].text);
    assertRecords(page.items, 0, 0);
    const nextPage = await ships.request('resources/read', { uri: page.nextUri });
    assertRecords(JSON.parse(nextPage.result.contents[0].text).items, 0, page.items.length);
    return [millis, nextPage.millis];
  });
}

function addShortSessions(traffic, { gateway, sessions, server, webs, clientAt, token }) {
  const useSession = async (path, work) => {
    const web = gateway.web(token('crew'));
    const session = await Session.open(web, path);
    const { result, millis } = await session.call('get_ship', { seed: 1 });
    assertRecords([items(result)], 1);
    await work?.(session);
    return { web, session, times: [session.millis, millis] };
  };
  const useAndEnd = (path) => async () => {
    const { web, session, times } = await useSession(path, path.endsWith('ships') ? (each) => each.listen() : undefined);
    await session.end();
    web.close();
    return times;
  };
  const useAndAbandon = (path) => async () => {
    const { web, times } = await useSession(path, (each) => each.listen());
    web.close();
    return times;
  };
  traffic.every(1000, 'a session opened, used, ended', useAndEnd('/mcp/ships'));
  traffic.every(3000, 'a session opened, used, abandoned', useAndAbandon('/mcp/ships'));
  traffic.every(10_000, 'a session with a process', useAndEnd('/mcp/own'));
  traffic.every(30_000, 'a session with a process, abandoned', useAndAbandon('/mcp/own'));
  traffic.every(15_000, 'a change notification', async (turn) => {
    const { stream } = sessions[turn % sessions.length];
    stream.text = '';
    const start = performance.now();
    await server.change();
    await waitFor('the notification arrives', () => stream.text.includes('list_changed'), 20_000);
    return performance.now() - start;
  });
  traffic.every(2000, 'a client that disconnects', async (turn) => {
    const client = clientAt('/mcp/ships');
    if (turn % 2) await client.callAndDisconnect('wait', { millis: 2000 }, 200);
    else await client.callAndDisconnect('list_ships', { records: recordsIn(KB * KB), seed: turn }, 5 + (turn % 20));
    const { result, millis } = await client.call('get_ship', { seed: turn });
    assertRecords([items(result)], turn);
    return millis;
  });
  traffic.every(5000, 'a live stream opened and closed', async () => {
    const start = performance.now();
    const stream = await webs.master.stream('/api/v1/live');
    await waitFor('the live stream begins', () => stream.text.includes('begin'), 20_000);
    const millis = performance.now() - start;
    await pause(3000);
    stream.close();
    return millis;
  });
}

function addOperations(traffic, { gateway, policy, webs, clientAt }) {
  const sendAndCheck = async (path, status = 200, web = webs.master, options = {}) => {
    const answer = await web.send(options.body === undefined ? 'GET' : 'POST', path, options);
    assert.equal(answer.status, status, `${path}: ${answer.text.slice(0, 300)}`);
    return answer.millis;
  };
  const json = { headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' } };
  const paths = ['/api/v1/status', '/api/v1/stats', '/api/v1/savings', '/api/v1/requests?limit=50', '/api/v1/config', '/', '/metrics', '/health'];
  traffic.every(1000, 'requests of the dashboard', (turn) => sendAndCheck(paths[turn % paths.length]));
  const assertRefused = async (turn, name, args, code) => {
    const answer = await clientAt('/mcp/ships', 'guest').send({ id: turn, method: 'tools/call', params: { name, arguments: args } });
    assert.equal(outcomeOf(answer), code, answer.text.slice(0, 300));
    return answer.millis;
  };
  traffic.every(500, 'refused requests', async (turn) => {
    if (turn % 5 === 0) return sendAndCheck('/mcp/ships', 400, webs.guest, { ...json, body: '{"jsonrpc":' });
    if (turn % 5 === 1) return sendAndCheck('/api/v1/status', 403, webs.guest);
    return turn % 2 === 0 ? assertRefused(turn, 'scrap_ship', {}, 'FORBIDDEN') : assertRefused(turn, 'plimsoll_read', {}, 'INVALID_REQUEST');
  });
  // fewer than the limit for wrong cursors
  traffic.every(7_000, 'an invalid cursor', (turn) => assertRefused(turn, 'plimsoll_read', { cursor: 'x'.repeat(48) }, 'CURSOR_INVALID'));
  traffic.every(20_000, 'an invalid token', async () => {
    const web = gateway.web('an-invalid-token-of-sufficient-length-for-tests');
    const millis = await sendAndCheck('/mcp/ships', 401, web, { ...json, body: '{}' });
    web.close();
    return millis;
  });
  traffic.every(15_000, 'a reload', async (turn) => {
    gateway.configure({ policy: { ...policy, tokenBudgetThreshold: turn % 2 ? 4100 : 4000 } });
    return sendAndCheck('/api/v1/config/reload', 200, webs.master, { ...json, body: '' });
  });
}

export function addRequestKinds(traffic, setup) {
  for (const add of [addSmallCalls, addLargeCalls, addReads, addShortSessions, addOperations]) add(traffic, setup);
}
