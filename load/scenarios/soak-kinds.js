// The kinds of requests of the soak, each with its check; about fifty a second together.

import assert from 'node:assert/strict';
import { pause, waitFor } from '../../replicas/lib/managed-process.js';
import { items, nextCursor, Session, walk } from '../lib/client.js';
import { inPort, recordsIn, wrong } from '../lib/source.js';
import { seen } from './large.js';

const KB = 1024;
const SEEDS = 50;
const WIDE = { max_tokens: 25_000, page_size: 1000 };
const assertRecords = (shown, seed, from) => assert.equal(wrong(shown, seed, from), undefined);

function smallCalls(traffic, { sessions, at, webs, source }) {
  const ships = at('/mcp/ships');
  const hub = at('/mcp', 'guest');
  const one = async (client, seed, name = 'get_ship') => {
    const { result, millis } = await client.call(name, { seed });
    assertRecords([items(result)], seed);
    return millis;
  };
  traffic.every(100, 'small, session', (turn) => one(sessions[turn % sessions.length], turn));
  traffic.every(100, 'small, 2026-07-28', (turn) => one(ships, turn));
  traffic.every(500, 'small, hub', (turn) => one(hub, turn, 'ships__get_ship'));
  traffic.every(500, 'small, the sample server', async () => {
    const { result, millis } = await at('/mcp/inventory').call('get_device', { id: 77 });
    assert.deepEqual(items(result), source.device);
    return millis;
  });
  traffic.every(300, 'small, REST', async (turn) => {
    const answer = await webs.guest.ask('POST', '/api/v1/tools/ships/get_ship', { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ seed: turn }) });
    assert.equal(answer.status, 200, answer.text);
    assertRecords([items(JSON.parse(answer.text))], turn);
    return answer.millis;
  });
  traffic.every(500, 'tools/list', async (turn) => {
    const { result, millis } = await (turn % 2 ? hub : sessions[turn % sessions.length]).ask('tools/list');
    assert.ok(result.tools.length >= 5, `${result.tools.length} tools`);
    return millis;
  });
}

function largeCalls(traffic, { at, sessions, source }) {
  const ships = at('/mcp/ships');
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
    const shown = items(result);
    assert.equal(shown.length, recordsIn(100 * KB));
    assertRecords(shown, seed);
    return millis;
  });
  traffic.every(1000, 'structured, 100 KB', async (turn) => {
    const { result, millis, seed } = await list(ships, 100 * KB, turn, 'list_structured');
    assert.equal(result.structuredContent.ships, undefined, 'a part of a list is under value only');
    assertRecords(result.structuredContent.value.ships, seed);
    return millis;
  });
  const whole = async (client, called, check, total) => {
    const times = [];
    const { count } = await walk(client, called, check, { took: (millis) => times.push(millis), args: WIDE });
    assert.equal(count, total);
    return times;
  };
  traffic.every(5000, 'pages of a walk over 1 MB', async (turn) => {
    const { result, seed } = await list(ships, KB * KB, turn);
    return whole(ships, result, (shown, from) => assertRecords(shown, seed, from), recordsIn(KB * KB));
  });
  traffic.every(30_000, 'pages of a walk over the sample’s 5.7 MB', async () => {
    const sample = at('/mcp/inventory');
    const { result } = await sample.call('list_bookings');
    return whole(sample, result, (shown, from) => assert.deepEqual(shown, source.bookings.slice(from, from + shown.length)), source.bookings.length);
  });
}

function reads(traffic, { at }) {
  const ships = at('/mcp/ships');
  const count = recordsIn(KB * KB);
  const fresh = async (turn) => {
    const seed = turn % SEEDS;
    return { seed, cursor: nextCursor((await ships.call('list_ships', { records: count, seed })).result) };
  };
  traffic.every(2000, 'find in 1 MB', async (turn) => {
    const { seed, cursor } = await fresh(turn);
    const { result, millis } = await ships.read(cursor, { find: `/^MV Albatross ${seed}-77$/` });
    const { matches, totalMatches } = JSON.parse(result.content.at(-1).text);
    assert.equal(totalMatches, 1);
    assertRecords([matches[0].item], seed, 77);
    return millis;
  });
  traffic.every(2000, 'query over 1 MB', async (turn) => {
    const { seed, cursor } = await fresh(turn);
    const { result, millis } = await ships.read(cursor, { query: '[.[] | select(.port == "Bergen") | .tonnes] | add' });
    const expected = inPort(seed, count, 'Bergen').reduce((sum, { tonnes }) => sum + tonnes, 0);
    assert.deepEqual(JSON.parse(result.content.at(-1).text).results, [expected]);
    return millis;
  });
  traffic.every(2000, 'resource and its next page', async () => {
    const { result, millis } = await ships.ask('resources/read', { uri: 'ships://all' });
    const page = JSON.parse(result.contents[0].text);
    assertRecords(page.items, 0, 0);
    const on = await ships.ask('resources/read', { uri: page.nextUri });
    assertRecords(JSON.parse(on.result.contents[0].text).items, 0, page.items.length);
    return [millis, on.millis];
  });
}

function shortLived(traffic, { gateway, sessions, server, webs, at, token }) {
  const open = async (path, work) => {
    const web = gateway.web(token('crew'));
    const session = await Session.open(web, path);
    const { result, millis } = await session.call('get_ship', { seed: 1 });
    assertRecords([items(result)], 1);
    await work?.(session);
    return { web, session, times: [session.millis, millis] };
  };
  const ended = (path) => async () => {
    const { web, session, times } = await open(path, path.endsWith('ships') ? (each) => each.listen() : undefined);
    await session.end();
    web.close();
    return times;
  };
  const left = (path) => async () => {
    const { web, times } = await open(path, (each) => each.listen());
    web.close();
    return times;
  };
  traffic.every(1000, 'a session opened, used, ended', ended('/mcp/ships'));
  traffic.every(3000, 'a session opened, used, abandoned', left('/mcp/ships'));
  traffic.every(10_000, 'a session with a process', ended('/mcp/own'));
  traffic.every(30_000, 'a session with a process, abandoned', left('/mcp/own'));
  traffic.every(15_000, 'a change notification', async (turn) => {
    const { stream } = sessions[turn % sessions.length];
    stream.said = '';
    const start = performance.now();
    await server.change();
    await waitFor('the notification arrives', () => stream.said.includes('list_changed'), 20_000);
    return performance.now() - start;
  });
  traffic.every(2000, 'a client that disconnects', async (turn) => {
    const client = at('/mcp/ships');
    if (turn % 2) await client.leave('wait', { millis: 2000 }, 200);
    else await client.leave('list_ships', { records: recordsIn(KB * KB), seed: turn }, 5 + (turn % 20));
    const { result, millis } = await client.call('get_ship', { seed: turn });
    assertRecords([items(result)], turn);
    return millis;
  });
  traffic.every(5000, 'a live stream opened and closed', async () => {
    const start = performance.now();
    const stream = await webs.master.stream('/api/v1/live');
    await waitFor('the live stream begins', () => stream.said.includes('begin'), 20_000);
    const millis = performance.now() - start;
    await pause(3000);
    stream.close();
    return millis;
  });
}

function operations(traffic, { gateway, policy, webs, at }) {
  const asked = async (path, status = 200, web = webs.master, options = {}) => {
    const answer = await web.ask(options.body === undefined ? 'GET' : 'POST', path, options);
    assert.equal(answer.status, status, `${path}: ${answer.text.slice(0, 300)}`);
    return answer.millis;
  };
  const json = { headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' } };
  const paths = ['/api/v1/status', '/api/v1/stats', '/api/v1/savings', '/api/v1/requests?limit=50', '/api/v1/config', '/', '/metrics', '/health'];
  traffic.every(1000, 'requests of the dashboard', (turn) => asked(paths[turn % paths.length]));
  const refusedWith = async (turn, name, args, code) => {
    const answer = await at('/mcp/ships', 'guest').send({ id: turn, method: 'tools/call', params: { name, arguments: args } });
    assert.equal(seen(answer), code, answer.text.slice(0, 300));
    return answer.millis;
  };
  traffic.every(500, 'refused requests', async (turn) => {
    if (turn % 5 === 0) return asked('/mcp/ships', 400, webs.guest, { ...json, body: '{"jsonrpc":' });
    if (turn % 5 === 1) return asked('/api/v1/status', 403, webs.guest);
    return turn % 2 === 0 ? refusedWith(turn, 'scrap_ship', {}, 'FORBIDDEN') : refusedWith(turn, 'plimsoll_read', {}, 'INVALID_REQUEST');
  });
  // rare enough to stay below the limit for wrong cursors
  traffic.every(7_000, 'an invalid cursor', (turn) => refusedWith(turn, 'plimsoll_read', { cursor: 'x'.repeat(48) }, 'CURSOR_INVALID'));
  traffic.every(20_000, 'an invalid token', async () => {
    const web = gateway.web('nobody-has-this-token-as-it-is-made-up');
    const millis = await asked('/mcp/ships', 401, web, { ...json, body: '{}' });
    web.close();
    return millis;
  });
  traffic.every(15_000, 'a reload', async (turn) => {
    gateway.configure({ policy: { ...policy, tokenBudgetThreshold: turn % 2 ? 4100 : 4000 } });
    return asked('/api/v1/config/reload', 200, webs.master, { ...json, body: '' });
  });
}

export function kinds(traffic, ship) {
  for (const add of [smallCalls, largeCalls, reads, shortLived, operations]) add(traffic, ship);
}
