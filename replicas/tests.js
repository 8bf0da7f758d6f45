// Tests several replicas with one Redis. The order matters: later tests depend on the state that earlier ones leave.

import assert from 'node:assert/strict';
import { items, nextCursor, postModern, readAllPages, result, Session, SseSession } from './lib/client.js';
import { key, pause, ports, startNginx, startRedis, startReplica, waitFor } from './lib/fleet.js';
import { SHIPS } from './lib/server.js';

const WORKERS = 4;

export async function startFleet() {
  const redis = await startRedis();
  const keys = { key: key('old') };
  const replicas = [];
  const peers = await ports(3);
  for (const [index, name] of ['one', 'two', 'three'].entries()) replicas.push(await startReplica(name, peers[index], peers, redis, keys));
  return { redis, replicas, nginx: await startNginx(replicas) };
}

/** Returns the address of the replica that answered: the last one that nginx tried. */
const answeringReplica = (answeredBy) => answeredBy.split(', ').at(-1);

/** Waits until nginx, which skips a failed replica for two seconds, uses all of them again. */
const waitForAllReplicas = ({ nginx, replicas }) => waitFor('all replicas answer', async () => {
  const answered = new Set();
  for (let i = 0; i < 2 * replicas.length; i += 1) answered.add(answeringReplica((await result(nginx.url, 'tools/list', {})).answeredBy));
  return answered.size === replicas.length;
});

async function restart(replica, keys) {
  if (keys) replica.configure(keys);
  await replica.end();
  await replica.start();
}

/** Starts clients that list tools, make small calls, read all pages, and compare the results. Returns a function that stops them and throws if a result was wrong. */
function startLoad(url) {
  const counts = { requests: 0, repeated: 0, reads: 0 };
  let isRunning = true;
  const work = async (turn) => {
    while (isRunning) {
      const { result: listed } = await result(url, 'tools/list', {}, counts);
      assert.deepEqual(listed.tools.map((tool) => tool.name).slice(0, 2), ['list_ships', 'get_ship']);
      assert.deepEqual(items((await result(url, 'tools/call', { name: 'get_ship', arguments: {} }, counts)).result), SHIPS[0]);
      if (turn % 2 === 0) {
        assert.deepEqual((await readAllPages(url, 'list_ships', { counts })).all, SHIPS);
        counts.reads += 1;
      }
      await pause(20);
    }
  };
  const workers = Promise.allSettled(Array.from({ length: WORKERS }, (_, turn) => work(turn)));
  return async () => {
    isRunning = false;
    for (const { status, reason } of await workers) if (status === 'rejected') throw reason;
    return counts;
  };
}

const call = (name, args = {}) => ['tools/call', { name, arguments: args }];

/** Returns the weather, and an ID of the tool run that returned it. */
const weatherAt = async ({ url }) => items((await result(url, ...call('get_weather'))).result);

/** Gets an input request from one replica. Returns the parameters of the call with the input. */
async function requestInput({ url }) {
  const { message } = await postModern(url, ...call('ask_pilot'), { canElicit: true });
  assert.equal(message.result?.resultType, 'input_required', JSON.stringify(message));
  const [name] = Object.keys(message.result.inputRequests);
  const inputResponses = { [name]: { action: 'accept', content: { depth: 12 } } };
  return { name: 'ask_pilot', arguments: {}, requestState: message.result.requestState, inputResponses };
}

/** Calls the tool several times. Returns the state of each read, which readNextPages and readToEnd continue. */
async function startReads(count, url) {
  const reads = [];
  for (let i = 0; i < count; i += 1) {
    const { result: page } = await result(url, 'tools/call', { name: 'list_ships', arguments: {} });
    reads.push({ all: items(page), cursor: nextCursor(page), pages: 1 });
  }
  return reads;
}

async function readNextPages(reads, url) {
  for (const read of reads.filter((each) => each.cursor)) {
    const { result: page } = await result(url, 'tools/call', { name: 'plimsoll_read', arguments: { cursor: read.cursor } });
    read.all.push(...items(page));
    read.cursor = nextCursor(page);
    read.pages += 1;
  }
}

async function readToEnd(reads, url) {
  while (reads.some((read) => read.cursor)) await readNextPages(reads, url);
  for (const read of reads) assert.deepEqual(read.all, SHIPS);
  return reads.reduce((sum, read) => sum + read.pages, 0);
}

export const tests = {
  'requests of 2026-07-28 work at any replica; reading all pages from all replicas returns the original': async ({ nginx, replicas }) => {
    const listed = new Set();
    for (let i = 0; i < 12; i += 1) listed.add((await result(nginx.url, 'tools/list')).answeredBy);
    assert.equal(listed.size, replicas.length, 'all replicas answer tools/list');
    const { all, pages, replicas: readReplicas } = await readAllPages(nginx.url, 'list_ships');
    assert.deepEqual(all, SHIPS);
    assert.equal(readReplicas.size, replicas.length, 'all replicas answer follow-up reads');
    return `${pages} pages from ${readReplicas.size} replicas`;
  },

  'a rate limit applies to all replicas together': async ({ replicas }) => {
    const answers = [];
    for (let i = 0; i < 12; i += 1) answers.push((await result(replicas[i % 3].url, ...call('get_tide'))).result);
    const refused = answers.filter((answer) => answer.isError);
    for (const answer of refused) assert.match(JSON.stringify(answer), /RATE_LIMITED/);
    assert.ok(answers.slice(0, 6).every((answer) => !answer.isError), 'six calls a minute are allowed at once');
    assert.ok(refused.length >= 5, 'then one call in ten seconds');
    return `12 calls at three replicas, six a minute: ${answers.length - refused.length} made, ${refused.length} refused`;
  },

  'a session budget applies to all replicas together': async ({ replicas }) => {
    const remaining = [];
    for (let i = 0; i < 9; i += 1) {
      const answer = (await result(replicas[i % 3].url, ...call('list_crew'))).result;
      remaining.push(answer._meta['dev.plimsoll/budget'].sessionRemaining);
    }
    for (let i = 1; i < remaining.length; i += 1) assert.ok(remaining[i] < remaining[i - 1], `the remaining budget decreases with each call: ${remaining}`);
    return `budget 20,000 tokens; remaining after each of 9 calls at three replicas in turn: ${remaining.join(', ')}`;
  },

  'a replica serves results that another replica cached; a write through a third replica drops them for all': async ({ replicas }) => {
    const [one, two, three] = replicas;
    const first = await weatherAt(one);
    for (const replica of replicas) assert.deepEqual(await weatherAt(replica), first, 'the tool does not run again');
    await result(three.url, ...call('set_weather', { weather: 'storm' }));
    const after = await weatherAt(two);
    assert.equal(after.weather, 'storm');
    for (const replica of replicas) assert.deepEqual(await weatherAt(replica), after);
    const dropped = await (await fetch(`${one.url}/api/v1/cache?tool=get_*`, { method: 'DELETE' })).json();
    assert.equal(dropped.dropped, 1);
    const afterDrop = await weatherAt(three);
    assert.notEqual(afterDrop.run, after.run);
    for (let turn = 0; turn < 20; turn += 1) {
      await result(replicas[turn % 3].url, ...call('set_weather', { weather: `force ${turn}` }));
      for (const replica of replicas) assert.equal((await weatherAt(replica)).weather, `force ${turn}`);
    }
    return '20 writes, each visible at once at all three replicas';
  },

  'an input request of one replica can be answered at any replica': async ({ nginx, replicas }) => {
    const sendAgain = async (url, params, more = {}) => (await postModern(url, 'tools/call', params, { canElicit: true, ...more })).message;
    for (const asker of replicas) {
      for (const answerer of replicas) assert.deepEqual(items((await sendAgain(answerer.url, await requestInput(asker))).result), { depth: 12 });
    }
    const answered = new Set();
    for (let i = 0; i < 6; i += 1) {
      const { answeredBy, message } = await postModern(nginx.url, 'tools/call', await requestInput({ url: nginx.url }), { canElicit: true });
      assert.deepEqual(items(message.result), { depth: 12 });
      answered.add(answeringReplica(answeredBy));
    }
    const usedInput = await requestInput(replicas[0]);
    assert.ok((await sendAgain(replicas[1].url, usedInput)).result);
    assert.match(JSON.stringify(await sendAgain(replicas[2].url, usedInput)), /INVALID_REQUEST/, 'a request state works once, at any replica');
    const remaining = await requestInput(replicas[0]);
    assert.equal((await postModern(replicas[1].url, 'tools/call', remaining, { canElicit: true, 'Plimsoll-Forwarded': '1' })).status, 421, 'a forwarded request is not forwarded again');
    await replicas[0].end('SIGKILL');
    const startTime = performance.now();
    assert.match(JSON.stringify(await sendAgain(replicas[1].url, remaining)), /UPSTREAM_UNAVAILABLE/);
    const millis = Math.round(performance.now() - startTime);
    await replicas[0].start();
    assert.match(JSON.stringify(await sendAgain(replicas[0].url, remaining)), /UPSTREAM_UNAVAILABLE/, 'the state is also lost after a restart');
    return `15 input requests, through nginx answered at ${answered.size} replicas; error for a killed replica after ${millis} ms`;
  },

  'a replica is killed while a client reads pages: all items arrive': async ({ nginx, replicas }) => {
    const counts = {};
    const { all, pages } = await readAllPages(nginx.url, 'list_ships', { counts, between: (page) => page === 2 && replicas[0].end('SIGKILL') });
    assert.deepEqual(all, SHIPS);
    await replicas[0].start();
    return `${pages} pages, ${counts.repeated ?? 0} requests repeated by the client`;
  },

  'replicas are killed under load: no answer is wrong': async ({ nginx, replicas }) => {
    const stop = startLoad(nginx.url);
    for (const replica of replicas) {
      await pause(500);
      await replica.end('SIGKILL');
      await replica.start();
    }
    const { requests, repeated, reads } = await stop();
    return `${replicas.length} killed; ${requests} requests, ${reads} complete reads, all right; ${repeated} repeated by the client`;
  },

  'all replicas are restarted under load, one by one': async ({ nginx, replicas }) => {
    const stop = startLoad(nginx.url);
    for (const replica of replicas) await restart(replica);
    const { requests, repeated, reads } = await stop();
    assert.ok(reads > 0);
    return `${requests} requests, ${reads} complete reads, all right; ${repeated} repeated by the client`;
  },

  'each request of a session over HTTP+SSE reaches its replica': async ({ nginx, replicas }) => {
    await waitForAllReplicas({ nginx, replicas });
    const sessions = [];
    for (let i = 0; i < 9; i += 1) sessions.push(await SseSession.open(nginx.url));
    assert.equal(new Set(sessions.map((session) => answeringReplica(session.answeredBy))).size, replicas.length, 'sessions are distributed over the replicas');
    for (let turn = 0; turn < 3; turn += 1) {
      for (const session of sessions) assert.deepEqual(items((await session.call('get_ship')).result), SHIPS[0]);
    }
    sessions.forEach((session) => session.close());
    return `${sessions.length} sessions, ${3 * sessions.length} calls`;
  },

  'each request of a 2025-11-25 session reaches its replica; if it is killed, the client gets 404 and starts a new session': async ({ nginx, replicas }) => {
    await waitForAllReplicas({ nginx, replicas });
    const sessions = [];
    for (let i = 0; i < 9; i += 1) sessions.push(await Session.open(nginx.url));
    assert.equal(new Set(sessions.map((session) => answeringReplica(session.answeredBy))).size, replicas.length, 'sessions are distributed over the replicas');
    for (let turn = 0; turn < 3; turn += 1) {
      for (const session of sessions) {
        const { answeredBy, message } = await session.call('get_ship');
        assert.deepEqual(items(message.result), SHIPS[0]);
        assert.equal(answeringReplica(answeredBy), answeringReplica(session.answeredBy), 'the replica of the session answers');
      }
    }
    const killedReplica = replicas[1];
    const isLost = (session) => answeringReplica(session.answeredBy).endsWith(`:${killedReplica.port}`);
    const lostSessions = sessions.filter(isLost);
    const cursor = nextCursor((await lostSessions[0].call('list_ships')).message.result);
    await killedReplica.end('SIGKILL');
    for (const session of lostSessions) assert.equal((await session.call('get_ship')).status, 404);
    for (const session of sessions.filter((each) => !isLost(each))) assert.equal((await session.call('get_ship')).status, 200);
    const newSession = await Session.open(nginx.url);
    assert.ok(items((await newSession.call('plimsoll_read', { cursor })).message.result).length > 0, 'the cursor of the lost session works');
    await killedReplica.start();
    assert.equal((await lostSessions[0].call('get_ship')).status, 404, 'the state is also lost after a restart');
    return `${sessions.length} sessions, ${lostSessions.length} lost with their replica, ${sessions.length - lostSessions.length} unaffected`;
  },

  'the cursor key is replaced in three steps, and all cursors work': async ({ nginx, replicas }) => {
    const [oldKey, newKey] = [key('old'), key('new')];
    const reads = await startReads(20, nginx.url);
    const stop = startLoad(nginx.url);
    const rounds = [{ key: oldKey, previousKeys: [newKey] }, { key: newKey, previousKeys: [oldKey] }];
    for (const keys of rounds) {
      for (const replica of replicas) {
        await restart(replica, keys);
        reads.push(...(await startReads(2, replica.url)));
        for (const each of replicas) await readNextPages(reads.slice(-6), each.url);
      }
    }
    const { requests, repeated, reads: completeReads } = await stop();
    const pages = await readToEnd(reads, nginx.url);
    // no cursor of the old key is needed any more, so the key can be removed
    for (const replica of replicas) await restart(replica, { key: newKey });
    assert.deepEqual((await readAllPages(nginx.url, 'list_ships')).all, SHIPS);
    return `9 restarts; ${reads.length} reads during them with ${pages} pages; ${requests} other requests and ${completeReads} other complete reads, ${repeated} repeated`;
  },

  'without Redis, answers are cut and follow-up reads refused; with Redis, they work again': async ({ nginx, redis, replicas }) => {
    await waitForAllReplicas({ nginx, replicas });
    const before = nextCursor((await result(nginx.url, 'tools/call', { name: 'list_ships', arguments: {} })).result);
    const fair = await weatherAt(replicas[0]);
    const read = async () => (await postModern(nginx.url, 'tools/call', { name: 'plimsoll_read', arguments: { cursor: before } })).message.result;
    await redis.end('SIGKILL');
    let slowest = 0;
    for (let i = 0; i < 12; i += 1) {
      const startTime = performance.now();
      const { result: cut } = await result(nginx.url, 'tools/call', { name: 'list_ships', arguments: {} });
      assert.match(JSON.stringify(cut), /could not be stored/);
      assert.equal(nextCursor(cut), undefined);
      // with three replicas, the fourth request goes to the next one, so each request reaches each replica
      for (const refused of [await read(), await read()]) assert.match(JSON.stringify(refused), /INTERNAL_ERROR.*the same cursor|the same cursor.*INTERNAL_ERROR/);
      assert.deepEqual(items((await result(nginx.url, 'tools/call', { name: 'get_ship', arguments: {} })).result), SHIPS[0]);
      // neither limits nor the cache delay or prevent a call
      assert.notEqual((await weatherAt(replicas[i % 3])).run, fair.run, 'the cache serves nothing');
      assert.ok((await result(nginx.url, ...call('get_tide'))).result);
      slowest = Math.max(slowest, performance.now() - startTime);
    }
    for (const { url } of replicas) assert.equal((await (await fetch(`${url}/health`)).json()).status, 'degraded');
    await result(replicas[0].url, ...call('set_weather', { weather: 'fog' }));
    const startTime = performance.now();
    await redis.start();
    await waitFor('follow-up reads at every replica', async () => {
      const pages = [];
      for (const { url } of replicas) pages.push((await postModern(url, 'tools/call', { name: 'plimsoll_read', arguments: { cursor: before } })).message.result);
      return pages.every((page) => !page.isError);
    }, 20_000);
    const millis = Math.round(performance.now() - startTime);
    await waitFor('complete reads', async () => {
      const { all } = await readAllPages(nginx.url, 'list_ships');
      return all.length === SHIPS.length;
    }, 20_000);
    assert.deepEqual((await readAllPages(nginx.url, 'list_ships')).all, SHIPS);
    for (const { url } of replicas) await waitFor('health is up', async () => (await (await fetch(`${url}/health`)).json()).status === 'up', 20_000);
    // the replica with the write updates the index as soon as it can
    await waitFor('the write during the outage', async () => {
      const weathers = [];
      for (const replica of replicas) weathers.push((await weatherAt(replica)).weather);
      return weathers.every((each) => each === 'fog');
    }, 10_000);
    const served = await weatherAt(replicas[0]);
    for (const replica of replicas) assert.deepEqual(await weatherAt(replica), served, 'the replicas share one cache again');
    return `12 times six requests without Redis, slowest six ${Math.round(slowest)} ms; recovered ${millis} ms after the start of Redis`;
  },
};
