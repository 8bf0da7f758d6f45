// Tests of several replicas over one Redis. The order matters: some tests stop replicas as later ones expect.

import assert from 'node:assert/strict';
import { items, modern, nextCursor, result, Session, walk } from './lib/client.js';
import { key, pause, ports, startNginx, startRedis, startReplica, waitFor } from './lib/fleet.js';
import { SHIPS } from './lib/server.js';

const LOADERS = 4;

export async function startFleet() {
  const redis = await startRedis();
  const keys = { key: key('old') };
  const replicas = [];
  const peers = await ports(3);
  for (const [index, name] of ['one', 'two', 'three'].entries()) replicas.push(await startReplica(name, peers[index], peers, redis, keys));
  return { redis, replicas, nginx: await startNginx(replicas) };
}

/** The replica that answered: the last one that nginx tried. */
const last = (by) => by.split(', ').at(-1);

/** Waits until nginx, which skips a failed replica for two seconds, uses all of them again. */
const allAnswer = ({ nginx, replicas }) => waitFor('all replicas answer', async () => {
  const answered = new Set();
  for (let i = 0; i < 2 * replicas.length; i += 1) answered.add(last((await result(nginx.at, 'tools/list', {})).by));
  return answered.size === replicas.length;
});

async function restart(replica, keys) {
  if (keys) replica.configure(keys);
  await replica.end();
  await replica.start();
}

/** Starts to make lists, small calls, and complete reads, and to compare the results. Returns a function that stops this, and throws if a result was wrong. */
function load(at) {
  const counts = { requests: 0, again: 0, walks: 0 };
  let on = true;
  const work = async (turn) => {
    while (on) {
      const { result: listed } = await result(at, 'tools/list', {}, counts);
      assert.deepEqual(listed.tools.map((tool) => tool.name).slice(0, 2), ['list_ships', 'get_ship']);
      assert.deepEqual(items((await result(at, 'tools/call', { name: 'get_ship', arguments: {} }, counts)).result), SHIPS[0]);
      if (turn % 2 === 0) {
        assert.deepEqual((await walk(at, 'list_ships', { counts })).all, SHIPS);
        counts.walks += 1;
      }
      await pause(20);
    }
  };
  const working = Promise.allSettled(Array.from({ length: LOADERS }, (_, turn) => work(turn)));
  return async () => {
    on = false;
    for (const { status, reason } of await working) if (status === 'rejected') throw reason;
    return counts;
  };
}

const call = (name, args = {}) => ['tools/call', { name, arguments: args }];

/** Returns the weather, and the run of the tool that returned it. */
const weatherAt = async ({ at }) => items((await result(at, ...call('get_weather'))).result);

/** Gets an input request from one replica, and makes the same call with the input. */
async function requestInput({ at }) {
  const { message } = await modern(at, ...call('ask_pilot'), { asked: true });
  assert.equal(message.result?.resultType, 'input_required', JSON.stringify(message));
  const [name] = Object.keys(message.result.inputRequests);
  const inputResponses = { [name]: { action: 'accept', content: { depth: 12 } } };
  return { name: 'ask_pilot', arguments: {}, requestState: message.result.requestState, inputResponses };
}

/** Calls the tool several times. Returns the first page of each result as a walk, of which readNextPages reads further pages. */
async function openWalks(count, at) {
  const walks = [];
  for (let i = 0; i < count; i += 1) {
    const { result: page } = await result(at, 'tools/call', { name: 'list_ships', arguments: {} });
    walks.push({ all: items(page), cursor: nextCursor(page), pages: 1 });
  }
  return walks;
}

async function readNextPages(walks, at) {
  for (const walk of walks.filter((each) => each.cursor)) {
    const { result: page } = await result(at, 'tools/call', { name: 'plimsoll_read', arguments: { cursor: walk.cursor } });
    walk.all.push(...items(page));
    walk.cursor = nextCursor(page);
    walk.pages += 1;
  }
}

async function readToEnd(walks, at) {
  while (walks.some((walk) => walk.cursor)) await readNextPages(walks, at);
  for (const walk of walks) assert.deepEqual(walk.all, SHIPS);
  return walks.reduce((sum, walk) => sum + walk.pages, 0);
}

export const tests = {
  'requests of 2026-07-28 work at any replica; a walk over all replicas returns the original': async ({ nginx, replicas }) => {
    const listed = new Set();
    for (let i = 0; i < 12; i += 1) listed.add((await result(nginx.at, 'tools/list')).by);
    assert.equal(listed.size, replicas.length, 'all replicas answer tools/list');
    const { all, pages, replicas: walked } = await walk(nginx.at, 'list_ships');
    assert.deepEqual(all, SHIPS);
    assert.equal(walked.size, replicas.length, 'all replicas answer follow-up reads');
    return `${pages} pages from ${walked.size} replicas`;
  },

  'a rate limit applies to all replicas together': async ({ replicas }) => {
    const answers = [];
    for (let i = 0; i < 12; i += 1) answers.push((await result(replicas[i % 3].at, ...call('get_tide'))).result);
    const refused = answers.filter((answer) => answer.isError);
    for (const answer of refused) assert.match(JSON.stringify(answer), /RATE_LIMITED/);
    assert.ok(answers.slice(0, 6).every((answer) => !answer.isError), 'six calls a minute are allowed at once');
    assert.ok(refused.length >= 5, 'then one call in ten seconds');
    return `12 calls at three replicas, six a minute: ${answers.length - refused.length} made, ${refused.length} refused`;
  },

  'a session budget applies to all replicas together': async ({ replicas }) => {
    const left = [];
    for (let i = 0; i < 9; i += 1) {
      const answer = (await result(replicas[i % 3].at, ...call('list_crew'))).result;
      left.push(answer._meta['dev.plimsoll/budget'].sessionRemaining);
    }
    for (let i = 1; i < left.length; i += 1) assert.ok(left[i] < left[i - 1], `the rest decreases with each call: ${left}`);
    return `budget 20,000 tokens; rest after each of 9 calls at three replicas in turn: ${left.join(', ')}`;
  },

  'a replica serves what another cached, and a write at a third drops it for all': async ({ replicas }) => {
    const [one, two, three] = replicas;
    const first = await weatherAt(one);
    for (const replica of replicas) assert.deepEqual(await weatherAt(replica), first, 'the tool does not run again');
    await result(three.at, ...call('set_weather', { weather: 'storm' }));
    const after = await weatherAt(two);
    assert.equal(after.weather, 'storm');
    for (const replica of replicas) assert.deepEqual(await weatherAt(replica), after);
    const dropped = await (await fetch(`${one.at}/api/v1/cache?tool=get_*`, { method: 'DELETE' })).json();
    assert.equal(dropped.dropped, 1);
    const again = await weatherAt(three);
    assert.notEqual(again.run, after.run);
    for (let turn = 0; turn < 20; turn += 1) {
      await result(replicas[turn % 3].at, ...call('set_weather', { weather: `force ${turn}` }));
      for (const replica of replicas) assert.equal((await weatherAt(replica)).weather, `force ${turn}`);
    }
    return '20 writes, each visible at once at all three replicas';
  },

  'an input request of one replica can be answered at any replica': async ({ nginx, replicas }) => {
    const again = async (at, params, more = {}) => (await modern(at, 'tools/call', params, { asked: true, ...more })).message;
    for (const asker of replicas) {
      for (const answerer of replicas) assert.deepEqual(items((await again(answerer.at, await requestInput(asker))).result), { depth: 12 });
    }
    const answered = new Set();
    for (let i = 0; i < 6; i += 1) {
      const { by, message } = await modern(nginx.at, 'tools/call', await requestInput({ at: nginx.at }), { asked: true });
      assert.deepEqual(items(message.result), { depth: 12 });
      answered.add(last(by));
    }
    const used = await requestInput(replicas[0]);
    assert.ok((await again(replicas[1].at, used)).result);
    assert.match(JSON.stringify(await again(replicas[2].at, used)), /INVALID_REQUEST/, 'a request state works once, at any replica');
    const left = await requestInput(replicas[0]);
    assert.equal((await modern(replicas[1].at, 'tools/call', left, { asked: true, 'Plimsoll-Forwarded': '1' })).status, 421, 'a forwarded request is not forwarded again');
    await replicas[0].end('SIGKILL');
    const began = performance.now();
    assert.match(JSON.stringify(await again(replicas[1].at, left)), /UPSTREAM_UNAVAILABLE/);
    const millis = Math.round(performance.now() - began);
    await replicas[0].start();
    assert.match(JSON.stringify(await again(replicas[0].at, left)), /UPSTREAM_UNAVAILABLE/, 'the state is also lost after a restart');
    return `15 input requests, through nginx answered at ${answered.size} replicas; error for a killed replica after ${millis} ms`;
  },

  'a replica is killed during a walk: the walk is complete': async ({ nginx, replicas }) => {
    const counts = {};
    const { all, pages } = await walk(nginx.at, 'list_ships', { counts, between: (page) => page === 2 && replicas[0].end('SIGKILL') });
    assert.deepEqual(all, SHIPS);
    await replicas[0].start();
    return `${pages} pages, ${counts.again ?? 0} requests repeated by the client`;
  },

  'replicas are killed under load: no answer is wrong': async ({ nginx, replicas }) => {
    const stop = load(nginx.at);
    for (const replica of replicas) {
      await pause(500);
      await replica.end('SIGKILL');
      await replica.start();
    }
    const { requests, again, walks } = await stop();
    return `${replicas.length} killed; ${requests} requests, ${walks} walks, all right; ${again} repeated by the client`;
  },

  'all replicas are restarted under load, one by one': async ({ nginx, replicas }) => {
    const stop = load(nginx.at);
    for (const replica of replicas) await restart(replica);
    const { requests, again, walks } = await stop();
    assert.ok(walks > 0);
    return `${requests} requests, ${walks} walks, all right; ${again} repeated by the client`;
  },

  'each request of a 2025-11-25 session reaches its replica; if that dies, the client gets 404 and opens a new session': async ({ nginx, replicas }) => {
    await allAnswer({ nginx, replicas });
    const sessions = [];
    for (let i = 0; i < 9; i += 1) sessions.push(await Session.open(nginx.at));
    assert.equal(new Set(sessions.map((session) => last(session.by))).size, replicas.length, 'sessions are spread');
    for (let turn = 0; turn < 3; turn += 1) {
      for (const session of sessions) {
        const { by, message } = await session.call('get_ship');
        assert.deepEqual(items(message.result), SHIPS[0]);
        assert.equal(last(by), last(session.by), 'the replica of the session answers');
      }
    }
    const dying = replicas[1];
    const isTheirs = (session) => last(session.by).endsWith(`:${dying.port}`);
    const theirs = sessions.filter(isTheirs);
    const cursor = nextCursor((await theirs[0].call('list_ships')).message.result);
    await dying.end('SIGKILL');
    for (const session of theirs) assert.equal((await session.call('get_ship')).status, 404);
    for (const session of sessions.filter((each) => !isTheirs(each))) assert.equal((await session.call('get_ship')).status, 200);
    const anew = await Session.open(nginx.at);
    assert.ok(items((await anew.call('plimsoll_read', { cursor })).message.result).length > 0, 'the cursor of the lost session works');
    await dying.start();
    assert.equal((await theirs[0].call('get_ship')).status, 404, 'the state is also lost after a restart');
    return `${sessions.length} sessions, ${theirs.length} lost with their replica, ${sessions.length - theirs.length} unaffected`;
  },

  'the cursor key is replaced in three rounds, and all cursors work': async ({ nginx, replicas }) => {
    const [old, fresh] = [key('old'), key('new')];
    const walks = await openWalks(20, nginx.at);
    const stop = load(nginx.at);
    const rounds = [{ key: old, previousKeys: [fresh] }, { key: fresh, previousKeys: [old] }];
    for (const keys of rounds) {
      for (const replica of replicas) {
        await restart(replica, keys);
        walks.push(...(await openWalks(2, replica.at)));
        for (const each of replicas) await readNextPages(walks.slice(-6), each.at);
      }
    }
    const { requests, again, walks: whole } = await stop();
    const pages = await readToEnd(walks, nginx.at);
    // all cursors of the old key were read to the end, so the key can be removed
    for (const replica of replicas) await restart(replica, { key: fresh });
    assert.deepEqual((await walk(nginx.at, 'list_ships')).all, SHIPS);
    return `9 restarts; ${walks.length} walks across them with ${pages} pages; ${requests} other requests and ${whole} other walks, ${again} repeated`;
  },

  'without Redis, answers are cut and follow-up reads refused; with Redis, all works again': async ({ nginx, redis, replicas }) => {
    await allAnswer({ nginx, replicas });
    const before = nextCursor((await result(nginx.at, 'tools/call', { name: 'list_ships', arguments: {} })).result);
    const fair = await weatherAt(replicas[0]);
    const read = async () => (await modern(nginx.at, 'tools/call', { name: 'plimsoll_read', arguments: { cursor: before } })).message.result;
    await redis.end('SIGKILL');
    let slowest = 0;
    for (let i = 0; i < 12; i += 1) {
      const began = performance.now();
      const { result: cut } = await result(nginx.at, 'tools/call', { name: 'list_ships', arguments: {} });
      assert.match(JSON.stringify(cut), /could not be stored/);
      assert.equal(nextCursor(cut), undefined);
      // with three replicas, the fourth request goes to the next one, so each request reaches each replica
      for (const refused of [await read(), await read()]) assert.match(JSON.stringify(refused), /INTERNAL_ERROR.*the same cursor|the same cursor.*INTERNAL_ERROR/);
      assert.deepEqual(items((await result(nginx.at, 'tools/call', { name: 'get_ship', arguments: {} })).result), SHIPS[0]);
      // neither limits nor the cache delay or prevent a call
      assert.notEqual((await weatherAt(replicas[i % 3])).run, fair.run, 'the cache serves nothing');
      assert.ok((await result(nginx.at, ...call('get_tide'))).result);
      slowest = Math.max(slowest, performance.now() - began);
    }
    for (const { at } of replicas) assert.equal((await (await fetch(`${at}/health`)).json()).status, 'degraded');
    await result(replicas[0].at, ...call('set_weather', { weather: 'fog' }));
    const back = performance.now();
    await redis.start();
    await waitFor('follow-up reads at every replica', async () => {
      const pages = [];
      for (const { at } of replicas) pages.push((await modern(at, 'tools/call', { name: 'plimsoll_read', arguments: { cursor: before } })).message.result);
      return pages.every((page) => !page.isError);
    }, 20_000);
    const millis = Math.round(performance.now() - back);
    await waitFor('complete walks', async () => {
      const { all } = await walk(nginx.at, 'list_ships');
      return all.length === SHIPS.length;
    }, 20_000);
    assert.deepEqual((await walk(nginx.at, 'list_ships')).all, SHIPS);
    for (const { at } of replicas) await waitFor('health is up', async () => (await (await fetch(`${at}/health`)).json()).status === 'up', 20_000);
    // the replica with the write updates the index as soon as it can
    await waitFor('the write during the outage', async () => {
      const seen = [];
      for (const replica of replicas) seen.push((await weatherAt(replica)).weather);
      return seen.every((each) => each === 'fog');
    }, 10_000);
    const served = await weatherAt(replicas[0]);
    for (const replica of replicas) assert.deepEqual(await weatherAt(replica), served, 'they have one cache again');
    return `12 times six requests without Redis, slowest six ${Math.round(slowest)} ms; recovered ${millis} ms after the start of Redis`;
  },
};
