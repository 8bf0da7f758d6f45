// Servers that die, hang, respond slowly, or send too much or invalid data, over standard output and HTTP.

import assert from 'node:assert/strict';
import process from 'node:process';
import { add, freePort, pause, waitFor } from './lib/processes.js';
import { ask, askRecords, askSmall, followUp, millisUntil, Tally, traffic, walkRecords } from './lib/calls.js';
import { describe, SERVER, startGateway, usage } from './lib/gateway.js';

// the maximum message size is 64 MB by default: this is five times that
const FLOOD = 300;
const HEAP = '-Xmx512m';
// memory of the JVM outside its heap
const BESIDES = 350;

const timeouts = { request: '2s', start: '20s' };

/** The same server over HTTP. */
async function overHttp() {
  const port = await freePort();
  const server = add('server over HTTP', port, [...SERVER, String(port)]);
  await server.start();
  return { program: server, servers: { web: { url: `http://127.0.0.1:${port}/mcp`, timeouts } } };
}

/** Returns the process ID of a caller's server. */
const pid = async (it, caller) => Number((await ask(it, caller, 'pid', {})).result.content[0].text);

function refusedWith(code, { kind, code: got, said, millis }) {
  assert.equal(`${kind} ${got}`, `refused ${code}`, said?.slice(0, 500));
  return millis;
}

export const upstreams = {
  'a server on standard output is killed during a response': async () => {
    const it = await startGateway({ options: HEAP });
    const before = await askRecords(it, 'ada', 1, 500);
    const stop = traffic(it, { server: 'harbour' });
    const millis = [];
    const back = [];
    for (let i = 0; i < 5; i += 1) {
      await waitFor('a call succeeds', async () => (await askSmall(it, 'ada')).kind === 'good');
      millis.push(refusedWith('UPSTREAM_UNAVAILABLE', await ask(it, 'ada', 'die', {})));
      assert.equal((await followUp(it, before.rest)).kind, 'good', 'stored results can be read during the fault');
      back.push(await millisUntil('the server is back', async () => (await askSmall(it, 'ada')).kind === 'good'));
    }
    const tally = await stop();
    const untouched = Object.keys(tally.codes).every((code) => code === 'UPSTREAM_UNAVAILABLE');
    assert.ok(untouched, `${tally}`);
    return `5 times: error after ${Math.max(...millis)} ms at most, server back after ${back.join(', ')} ms; other calls: ${tally}; ${describe(usage(it))}`;
  },

  'a server over HTTP is killed and restarted': async () => {
    const { program, servers } = await overHttp();
    const it = await startGateway({ servers, options: HEAP });
    const before = await askRecords(it, 'ada', 1, 500, 'web');
    const inFlight = ask(it, 'ada', 'late', { of: 'ada', millis: 1500 }, undefined, 'web');
    await pause(300);
    const killed = performance.now();
    await program.end('SIGKILL');
    refusedWith('UPSTREAM_UNAVAILABLE', await inFlight);
    const said = Math.round(performance.now() - killed);
    const next = refusedWith('UPSTREAM_UNAVAILABLE', await askSmall(it, 'bob', 'web'));
    assert.equal((await followUp(it, before.rest)).kind, 'good', 'stored results can be read during the fault');
    assert.equal((await askSmall(it, 'bob')).kind, 'good', 'calls of another server succeed');
    await program.start();
    const back = await millisUntil('the server is back', async () => (await askSmall(it, 'bob', 'web')).kind === 'good');
    return `error for the running call after ${said} ms, for the next after ${next} ms; works ${back} ms after the restart; ${describe(usage(it))}`;
  },

  'a tool never answers': async () => {
    const { servers } = await overHttp();
    const it = await startGateway({ servers, options: HEAP });
    for (const name of ['harbour', 'web']) await askSmall(it, 'ada', name);
    const stop = traffic(it, { workers: 1 });
    const clean = usage(it);
    const hanging = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(it, ['ada', 'bob'][i % 2], 'hang', {}, undefined, ['harbour', 'web'][(i >> 1) % 2])));
    const slowest = Math.max(...hanging.map((each) => refusedWith('UPSTREAM_TIMEOUT', each)));
    const tally = await stop();
    assert.deepEqual(tally.codes, {}, 'other calls are unaffected');
    return `20 calls at a time, timeout 2 s: error after ${slowest} ms at most; other calls: ${tally}; before: ${describe(clean)}, after: ${describe(usage(it))}`;
  },

  'a server is stopped (SIGSTOP) and continues': async () => {
    const it = await startGateway({ options: HEAP });
    const before = await askRecords(it, 'ada', 1, 500);
    const stopped = await pid(it, 'ada');
    process.kill(stopped, 'SIGSTOP');
    const answers = await Promise.all(Array.from({ length: 10 }, () => askSmall(it, 'ada')));
    const slowest = Math.max(...answers.map((each) => refusedWith('UPSTREAM_TIMEOUT', each)));
    assert.equal((await askSmall(it, 'bob')).kind, 'good', "another caller's process works");
    assert.equal((await followUp(it, before.rest)).kind, 'good', 'stored results can be read during the fault');
    process.kill(stopped, 'SIGCONT');
    const back = await millisUntil('the server is back', async () => (await askSmall(it, 'ada')).kind === 'good');
    assert.equal((await walkRecords(it, 'ada', 2, 500)).kind, 'good', 'late responses are dropped');
    return `10 calls, timeout 2 s: error after ${slowest} ms at most; works ${back} ms after SIGCONT`;
  },

  'a server responds slowly': async () => {
    const { servers } = await overHttp();
    const it = await startGateway({ servers, options: HEAP });
    const said = [];
    for (const name of ['harbour', 'web']) {
      const args = { of: 'ada', seed: 7, count: 400, pieces: 100 };
      const whole = await ask(it, 'ada', 'slow', { ...args, millis: 10 }, undefined, name);
      assert.equal(whole.kind, 'good', whole.said);
      const late = refusedWith('UPSTREAM_TIMEOUT', await ask(it, 'ada', 'slow', { ...args, millis: 100 }, undefined, name));
      const after = new Tally();
      // on standard output, the abandoned answer has to end first
      const back = await millisUntil('the server is back', async () => after.add(await askSmall(it, 'ada', name)).kind === 'good');
      said.push(`${name === 'web' ? 'HTTP' : 'standard output'}: slow response within the timeout after ${whole.millis} ms; error for a later one after ${late} ms, next call succeeds ${back} ms later`);
      after.check();
    }
    return said.join('; ');
  },

  'a server sends too much': async () => {
    const { servers } = await overHttp();
    const patient = { request: '12s', start: '20s' };
    servers.web.timeouts = patient;
    servers.harbour = { command: SERVER, timeouts: patient };
    const it = await startGateway({ servers, options: HEAP });
    const before = await askRecords(it, 'ada', 1, 500);
    const stop = traffic(it, { workers: 1 });
    const millis = {};
    for (const name of ['harbour', 'web']) {
      const answer = await ask(it, 'ada', 'flood', { megabytes: FLOOD }, undefined, name);
      millis[name] = refusedWith('RESULT_TOO_LARGE', answer);
    }
    const endless = {};
    for (const name of ['harbour', 'web']) {
      const answer = await ask(it, 'ada', 'endless', {}, undefined, name);
      assert.ok(answer.kind === 'refused' && ['RESULT_TOO_LARGE', 'UPSTREAM_TIMEOUT'].includes(answer.code), `${name}: ${answer.kind} ${answer.code} ${answer.said}`);
      endless[name] = `${answer.code} after ${answer.millis} ms`;
    }
    const tally = await stop();
    assert.equal((await followUp(it, before.rest)).kind, 'good', 'stored results can be read');
    const { peak } = usage(it);
    assert.ok(peak < 512 + BESIDES, `${peak} MB`);
    return `one response of ${FLOOD} MB: RESULT_TOO_LARGE after ${millis.harbour} ms (standard output), ${millis.web} ms (HTTP); an endless response: ${endless.harbour}, ${endless.web}; other calls: ${tally}; ${HEAP}: ${describe(usage(it))}`;
  },

  'a server sends many notifications': async () => {
    const patient = { request: '12s', start: '20s' };
    const it = await startGateway({ options: HEAP, servers: { harbour: { command: SERVER, timeouts: patient } } });
    const right = (result) => result.content[0].text === 'ada/is here';
    const heard = await ask(it, 'ada', 'chatter', { of: 'ada', megabytes: 100 }, right);
    assert.equal(heard.kind, 'good', heard.said?.slice(0, 500));
    const complained = await ask(it, 'ada', 'complain', { of: 'ada', megabytes: 20 }, right);
    assert.equal(complained.kind, 'good', complained.said);
    const { peak } = usage(it);
    assert.ok(peak < 512 + BESIDES, `${peak} MB`);
    return `100,000 notifications of 1 KB before a response: ${heard.millis} ms; 18 MB on standard error: ${complained.millis} ms; ${HEAP}: ${describe(usage(it))}`;
  },

  'a server sends invalid messages': async () => {
    const { servers } = await overHttp();
    const it = await startGateway({ servers, options: HEAP });
    const garbage = await ask(it, 'ada', 'garbage', { of: 'ada' }, (result) => result.content[0].text === 'ada/is here');
    assert.equal(garbage.kind, 'good', garbage.said);
    const millis = refusedWith('UPSTREAM_UNAVAILABLE', await ask(it, 'ada', 'nonsense', {}, undefined, 'web'));
    const silent = refusedWith('UPSTREAM_TIMEOUT', await ask(it, 'ada', 'nonsense', {}));
    for (const name of ['harbour', 'web']) assert.equal((await walkRecords(it, 'ada', 3, 500, name)).kind, 'good');
    return `nine invalid lines before a response: the response is right; in place of a response: error after ${millis} ms (HTTP), at the timeout of 2 s (standard output: ${silent} ms); the next calls succeed`;
  },
};
