// Tests servers that end, do not respond, respond slowly, or send too much or invalid data, over standard output and HTTP.

import assert from 'node:assert/strict';
import process from 'node:process';
import { createProcess, freePort, pause, waitFor } from './lib/processes.js';
import { callRecords, callSmall, callTool, measureUntil, readAllRecords, readNext, Tally, traffic } from './lib/calls.js';
import { describe, SERVER, startGateway, usage } from './lib/gateway.js';

// about five times the default of maxMessageBytes, 64 MB
const FLOOD_MB = 300;
const HEAP = '-Xmx512m';
// memory of the JVM outside its heap
const NON_HEAP_MB = 350;

const timeouts = { request: '2s', start: '20s' };

/** Starts the server over HTTP. */
async function startHttpServer() {
  const port = await freePort();
  const server = createProcess('server over HTTP', port, [...SERVER, String(port)]);
  await server.start();
  return { program: server, servers: { web: { url: `http://127.0.0.1:${port}/mcp`, timeouts } } };
}

/** Returns the process ID of a caller's server. */
const pid = async (gateway, caller) => Number((await callTool(gateway, caller, 'pid', {})).result.content[0].text);

function assertRefused(code, { kind, code: actualCode, text, millis }) {
  assert.equal(`${kind} ${actualCode}`, `refused ${code}`, text?.slice(0, 500));
  return millis;
}

export const upstreams = {
  'a server on standard output is killed during a response': async () => {
    const gateway = await startGateway({ options: HEAP });
    const before = await callRecords(gateway, 'ada', 1, 500);
    const stop = traffic(gateway, { server: 'harbour' });
    const millis = [];
    const recoveryMillis = [];
    for (let i = 0; i < 5; i += 1) {
      await waitFor('a call succeeds', async () => (await callSmall(gateway, 'ada')).kind === 'good');
      millis.push(assertRefused('UPSTREAM_UNAVAILABLE', await callTool(gateway, 'ada', 'die', {})));
      assert.equal((await readNext(gateway, before.nextRead)).kind, 'good', 'stored results can be read during the fault');
      recoveryMillis.push(await measureUntil('the server is back', async () => (await callSmall(gateway, 'ada')).kind === 'good'));
    }
    const tally = await stop();
    const onlyUnavailable = Object.keys(tally.codes).every((code) => code === 'UPSTREAM_UNAVAILABLE');
    assert.ok(onlyUnavailable, `${tally}`);
    return `5 times: error after ${Math.max(...millis)} ms at most, server back after ${recoveryMillis.join(', ')} ms; other calls: ${tally}; ${describe(usage(gateway))}`;
  },

  'a server over HTTP is killed and restarted': async () => {
    const { program, servers } = await startHttpServer();
    const gateway = await startGateway({ servers, options: HEAP });
    const before = await callRecords(gateway, 'ada', 1, 500, 'web');
    const pendingCall = callTool(gateway, 'ada', 'late', { of: 'ada', millis: 1500 }, undefined, 'web');
    await pause(300);
    const killed = performance.now();
    await program.end('SIGKILL');
    assertRefused('UPSTREAM_UNAVAILABLE', await pendingCall);
    const errorMillis = Math.round(performance.now() - killed);
    const next = assertRefused('UPSTREAM_UNAVAILABLE', await callSmall(gateway, 'bob', 'web'));
    assert.equal((await readNext(gateway, before.nextRead)).kind, 'good', 'stored results can be read during the fault');
    assert.equal((await callSmall(gateway, 'bob')).kind, 'good', 'calls of another server succeed');
    await program.start();
    const recoveryMillis = await measureUntil('the server is back', async () => (await callSmall(gateway, 'bob', 'web')).kind === 'good');
    return `error for the running call after ${errorMillis} ms, for the next after ${next} ms; works ${recoveryMillis} ms after the restart; ${describe(usage(gateway))}`;
  },

  'a tool never answers': async () => {
    const { servers } = await startHttpServer();
    const gateway = await startGateway({ servers, options: HEAP });
    for (const name of ['harbour', 'web']) await callSmall(gateway, 'ada', name);
    const stop = traffic(gateway, { workers: 1 });
    const clean = usage(gateway);
    const hanging = await Promise.all(Array.from({ length: 20 }, (_, i) => callTool(gateway, ['ada', 'bob'][i % 2], 'hang', {}, undefined, ['harbour', 'web'][(i >> 1) % 2])));
    const slowest = Math.max(...hanging.map((each) => assertRefused('UPSTREAM_TIMEOUT', each)));
    const tally = await stop();
    assert.deepEqual(tally.codes, {}, 'other calls are unaffected');
    return `20 calls at a time, timeout 2 s: error after ${slowest} ms at most; other calls: ${tally}; before: ${describe(clean)}, after: ${describe(usage(gateway))}`;
  },

  'a server is stopped (SIGSTOP) and continues': async () => {
    const gateway = await startGateway({ options: HEAP });
    const before = await callRecords(gateway, 'ada', 1, 500);
    const stoppedPid = await pid(gateway, 'ada');
    process.kill(stoppedPid, 'SIGSTOP');
    const answers = await Promise.all(Array.from({ length: 10 }, () => callSmall(gateway, 'ada')));
    const slowest = Math.max(...answers.map((each) => assertRefused('UPSTREAM_TIMEOUT', each)));
    assert.equal((await callSmall(gateway, 'bob')).kind, 'good', "another caller's process works");
    assert.equal((await readNext(gateway, before.nextRead)).kind, 'good', 'stored results can be read during the fault');
    process.kill(stoppedPid, 'SIGCONT');
    const recoveryMillis = await measureUntil('the server is back', async () => (await callSmall(gateway, 'ada')).kind === 'good');
    assert.equal((await readAllRecords(gateway, 'ada', 2, 500)).kind, 'good', 'late responses are dropped');
    return `10 calls, timeout 2 s: error after ${slowest} ms at most; works ${recoveryMillis} ms after SIGCONT`;
  },

  'a server responds slowly': async () => {
    const { servers } = await startHttpServer();
    const gateway = await startGateway({ servers, options: HEAP });
    const figures = [];
    for (const name of ['harbour', 'web']) {
      const args = { of: 'ada', seed: 7, count: 400, pieces: 100 };
      const slow = await callTool(gateway, 'ada', 'slow', { ...args, millis: 10 }, undefined, name);
      assert.equal(slow.kind, 'good', slow.text);
      const late = assertRefused('UPSTREAM_TIMEOUT', await callTool(gateway, 'ada', 'slow', { ...args, millis: 100 }, undefined, name));
      const after = new Tally();
      // on standard output, the late response must end first
      const recoveryMillis = await measureUntil('the server is back', async () => after.add(await callSmall(gateway, 'ada', name)).kind === 'good');
      figures.push(`${name === 'web' ? 'HTTP' : 'standard output'}: slow response within the timeout after ${slow.millis} ms; error for a later one after ${late} ms, next call succeeds ${recoveryMillis} ms later`);
      after.check();
    }
    return figures.join('; ');
  },

  'a server sends too much': async () => {
    const { servers } = await startHttpServer();
    const longTimeouts = { request: '12s', start: '20s' };
    servers.web.timeouts = longTimeouts;
    servers.harbour = { command: SERVER, timeouts: longTimeouts };
    const gateway = await startGateway({ servers, options: HEAP });
    const before = await callRecords(gateway, 'ada', 1, 500);
    const stop = traffic(gateway, { workers: 1 });
    const millis = {};
    for (const name of ['harbour', 'web']) {
      const answer = await callTool(gateway, 'ada', 'flood', { megabytes: FLOOD_MB }, undefined, name);
      millis[name] = assertRefused('RESULT_TOO_LARGE', answer);
    }
    const endless = {};
    for (const name of ['harbour', 'web']) {
      const answer = await callTool(gateway, 'ada', 'endless', {}, undefined, name);
      assert.ok(answer.kind === 'refused' && ['RESULT_TOO_LARGE', 'UPSTREAM_TIMEOUT'].includes(answer.code), `${name}: ${answer.kind} ${answer.code} ${answer.text}`);
      endless[name] = `${answer.code} after ${answer.millis} ms`;
    }
    const tally = await stop();
    assert.equal((await readNext(gateway, before.nextRead)).kind, 'good', 'stored results can be read');
    const { peak } = usage(gateway);
    assert.ok(peak < 512 + NON_HEAP_MB, `${peak} MB`);
    return `one response of ${FLOOD_MB} MB: RESULT_TOO_LARGE after ${millis.harbour} ms (standard output), ${millis.web} ms (HTTP); an endless response: ${endless.harbour}, ${endless.web}; other calls: ${tally}; ${HEAP}: ${describe(usage(gateway))}`;
  },

  'a server sends many notifications': async () => {
    const longTimeouts = { request: '12s', start: '20s' };
    const gateway = await startGateway({ options: HEAP, servers: { harbour: { command: SERVER, timeouts: longTimeouts } } });
    const isExpected = (result) => result.content[0].text === 'ada/is here';
    const chatter = await callTool(gateway, 'ada', 'chatter', { of: 'ada', megabytes: 100 }, isExpected);
    assert.equal(chatter.kind, 'good', chatter.text?.slice(0, 500));
    const complaints = await callTool(gateway, 'ada', 'complain', { of: 'ada', megabytes: 20 }, isExpected);
    assert.equal(complaints.kind, 'good', complaints.text);
    const { peak } = usage(gateway);
    assert.ok(peak < 512 + NON_HEAP_MB, `${peak} MB`);
    return `100,000 notifications of 1 KB before a response: ${chatter.millis} ms; 18 MB on standard error: ${complaints.millis} ms; ${HEAP}: ${describe(usage(gateway))}`;
  },

  'a server sends invalid messages': async () => {
    const { servers } = await startHttpServer();
    const gateway = await startGateway({ servers, options: HEAP });
    const garbage = await callTool(gateway, 'ada', 'garbage', { of: 'ada' }, (result) => result.content[0].text === 'ada/is here');
    assert.equal(garbage.kind, 'good', garbage.text);
    const millis = assertRefused('UPSTREAM_UNAVAILABLE', await callTool(gateway, 'ada', 'nonsense', {}, undefined, 'web'));
    const timeoutMillis = assertRefused('UPSTREAM_TIMEOUT', await callTool(gateway, 'ada', 'nonsense', {}));
    for (const name of ['harbour', 'web']) assert.equal((await readAllRecords(gateway, 'ada', 3, 500, name)).kind, 'good');
    return `nine invalid lines before a response: the response is right; in place of a response: error after ${millis} ms (HTTP), at the timeout of 2 s (standard output: ${timeoutMillis} ms); the next calls succeed`;
  },
};
