// The daemon of `run` and its native client: killed, stopped, started by many at once, and next to another version.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { install, isRunning, kill, missing, processes, serving } from './lib/daemon.js';
import { pause, place, waitFor } from './lib/processes.js';

const SESSIONS = Number(process.env.FAULTS_SESSIONS ?? 100);

/** A server that does not end by itself and ignores signals. */
const stubborn = (mark) => ['bash', '-c', `trap '' TERM HUP INT; while read -r line; do printf '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}\\n'; done; while :; do sleep 0.05; done`, mark];

const ended = (pids, millis = 1_000) => waitFor('the end of the processes', async () => pids.every((pid) => !isRunning(pid)), millis);

async function many(it, count, command = serving()) {
  return Promise.all(Array.from({ length: count }, () => it.run(command).open()));
}

async function closeAll(sessions) {
  for (const code of await Promise.all(sessions.map((session) => session.end()))) assert.equal(code, 0);
}

const tests = {
  'daemon: started by 30 clients at once': async () => {
    const it = install();
    const sessions = await many(it, 30);
    for (const session of sessions) assert.equal(await session.show(), 'shown');
    assert.equal(it.daemons().length, 1, 'one of the clients has started it');
    assert.match(it.ask('status').stdout, /^sessions {2}30 now, 30 since the start$/m);
    await closeAll(sessions);
    return 'one daemon serves all sessions';
  },

  'daemon: killed with 30 sessions': async () => {
    const it = install();
    const sessions = await many(it, 30);
    const servers = processes('server echo shown', 'bash');
    assert.ok(servers.length >= 30);
    kill(it.daemons()[0], 'SIGKILL');
    for (const session of sessions) {
      assert.equal(await session.exit, 1);
      assert.match(session.errors, /plimsoll: the process that served this session has ended unexpectedly/);
    }
    await ended(servers);
    const next = await it.run(serving()).open();
    assert.equal(await next.show(), 'shown');
    assert.equal(it.daemons().length, 1, 'the next session has started another');
    await closeAll([next]);
    return 'each client says so and ends with 1, each server ends, and the next client starts another daemon';
  },

  'daemon: a socket without a daemon': async () => {
    const it = install();
    await closeAll([await it.run(serving()).open()]);
    const [daemon] = it.daemons();
    kill(daemon, 'SIGKILL');
    await ended([daemon]);
    assert.equal(readdirSync(it.folder).filter((name) => name.endsWith('.sock')).length, 1, 'the socket was left behind');
    await closeAll([await it.run(serving()).open()]);
    assert.equal(it.daemons().length, 1);
    return 'the next client replaces it';
  },

  'daemon: stopped by SIGSTOP': async () => {
    const it = install();
    const first = await it.run(serving()).open();
    const [daemon] = it.daemons();
    kill(daemon, 'SIGSTOP');
    const second = await it.run(serving('echo $PPID')).open();
    const parent = Number(await second.show());
    assert.equal(parent, second.child.pid, 'the session has a process of its own');
    const asked = it.ask('status');
    assert.equal(asked.status, 1);
    assert.match(asked.stderr, /does not respond within 5 seconds/);
    await closeAll([second]);
    kill(daemon, 'SIGCONT');
    assert.equal(await first.show(), 'shown', 'the first session goes on');
    await pause(300);
    assert.match(it.ask('status').stdout, /^sessions {2}1 now, 1 since the start$/m, 'no server for the client that has gone');
    await closeAll([first]);
    return 'new sessions get processes of their own, and old ones go on later';
  },

  'daemon: a client that never reads': async () => {
    const it = install();
    const deaf = it.run(serving('printf "%0200000d" 1'), { options: ['--preset', 'off'] });
    for (let id = 1; id <= 20; id += 1) deaf.request(id, id === 1 ? 'initialize' : 'tools/call', { name: 'show', arguments: {} });
    await pause(500);
    const other = await it.run(serving()).open();
    assert.equal(await other.show(), 'shown');
    const servers = processes('server printf', 'bash');
    deaf.child.kill('SIGKILL');
    await ended(servers);
    await closeAll([other]);
    return 'other sessions do not notice, and its server ends with it';
  },

  'daemon: a killed client with a stubborn server': async () => {
    const it = install();
    const session = await it.run(stubborn('stubborn-killed')).open();
    const servers = processes('stubborn-killed', 'trap');
    assert.ok(servers.length > 0);
    session.child.kill('SIGKILL');
    await ended(servers);
    return 'the server is killed within a second';
  },

  'daemon: signals': async () => {
    const it = install();
    const codes = [];
    for (const mode of ['auto', 'off']) {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
        const session = await it.run(serving(`echo ${mode}${signal}`), { mode }).open();
        const servers = processes(`server echo ${mode}${signal}`, 'bash');
        session.child.kill(signal);
        codes.push(await session.exit);
        await ended(servers);
      }
    }
    assert.deepEqual(codes, [143, 130, 129, 143, 130, 129]);
    return 'the same exit codes as without a daemon, and the servers end';
  },

  'daemon: two sessions with different processes': async () => {
    const it = install();
    const shown = 'echo $PWD $(umask) $SECRET $(tool) $# $0';
    const folders = ['one', 'two'].map((name) => {
      const made = place(`session-${name}`);
      mkdirSync(join(made, 'bin'));
      writeFileSync(join(made, 'bin', 'tool'), `#!/bin/sh\necho tool-${name}\n`);
      chmodSync(join(made, 'bin', 'tool'), 0o755);
      return made;
    });
    const told = async (mode) => {
      const sessions = [];
      for (const [i, cwd] of folders.entries()) {
        const before = process.umask(i === 0 ? 0o022 : 0o027);
        sessions.push(await it.run(serving(shown), { mode, cwd, env: { [`SECRET`]: `secret-${i}`, PATH: `${join(cwd, 'bin')}:${process.env.PATH}` } }).open());
        process.umask(before);
      }
      const texts = await Promise.all(sessions.map((session) => session.show()));
      await closeAll(sessions);
      return texts;
    };
    const texts = await told('auto');
    assert.deepEqual(texts, await told('off'));
    assert.deepEqual(texts, folders.map((cwd, i) => `${cwd} ${i === 0 ? '0022' : '0027'} secret-${i} tool-${i === 0 ? 'one' : 'two'} 1 server`));
    assert.equal(it.daemons().length, 1);
    return 'each server has the folder, umask, variables, and PATH of its client, as without a daemon';
  },

  'daemon: the same bytes as without it': async () => {
    const it = install();
    const input = [['initialize', {}], ['tools/list', {}], ['tools/call', { name: 'show', arguments: {} }], ['nonsense', {}]]
      .map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`).join('');
    const first = `${input.split('\n')[0]}\n`;
    // a case without a number of lines ends by itself
    const cases = [
      { command: serving(), text: input, lines: 3 },
      { command: serving('printf "%0300000d" 1'), text: input, lines: 3, options: ['--preset', 'off'] },
      { command: ['no-such-server'], text: input },
      { command: ['/etc/passwd'], text: input },
      { command: ['bash', '-c', 'read -r line; echo broken >&2; exit 3'], text: first },
      { command: ['bash', '-c', 'echo no message; read -r line; kill -9 $$'], text: first },
      { command: [], text: input },
      { command: serving(), text: input, options: ['--budget', 'x'] },
      { command: serving(), text: input, options: ['--help'] },
      { command: serving(), text: 'no message\n', lines: 1 },
      { command: serving(), text: '', lines: 0 },
    ];
    for (const { command, text, lines, options } of cases) {
      const results = [];
      for (const mode of ['auto', 'off']) {
        const session = it.run(command, { mode, options: [...(options ?? []), '--log-level', 'error'] });
        let out = '';
        session.child.stdout.on('data', (bytes) => { out += bytes; });
        session.child.stdin.write(text);
        if (lines !== undefined) {
          await waitFor('the responses', async () => out.split('\n').length > lines);
          session.child.stdin.end();
        }
        const code = await session.exit;
        results.push({ code, errors: session.errors.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'), out });
      }
      assert.deepEqual(results[0], results[1], command.join(' '));
    }
    return `${cases.length} sessions, with the same output, errors, and exit codes`;
  },

  'daemon: another version': async () => {
    const it = install({ version: 'one' });
    const other = install({ version: 'two', folder: it.data });
    const sessions = [await it.run(serving()).open(), await other.run(serving()).open()];
    assert.equal(it.daemons().length, 2);
    assert.match(it.ask('stop').stdout, /stopped the daemon, which had 1 session\n.*stopped the daemon, which had 1 session/s);
    for (const session of sessions) {
      assert.equal(await session.exit, 143);
      assert.match(session.errors, /the daemon was stopped by 'plimsoll daemon stop'/);
    }
    return 'each version has a daemon of its own, and a stop ends both';
  },

  'daemon: a folder that others can enter': async () => {
    const it = install();
    mkdirSync(it.folder, { recursive: true });
    chmodSync(it.folder, 0o755);
    const session = await it.run(serving('echo $PPID')).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has a process of its own');
    await closeAll([session]);
    assert.equal(it.daemons().length, 0);
    return 'sessions get processes of their own';
  },

  'daemon: a program that takes the connection and says nothing': async () => {
    const it = install();
    await closeAll([await it.run(serving()).open()]);
    const [socket] = readdirSync(it.folder).filter((name) => name.endsWith('.sock'));
    it.ask('stop');
    const silent = createServer(() => {});
    await new Promise((resolve) => { silent.listen(join(it.folder, socket), resolve); });
    const session = await it.run(serving('echo $PPID')).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has a process of its own');
    await closeAll([session]);
    silent.close();
    return 'the session gets a process of its own after three seconds';
  },

  'daemon: many sessions': async () => {
    const it = install();
    const sessions = [];
    for (let i = 0; i < SESSIONS; i += 20) sessions.push(...await many(it, Math.min(20, SESSIONS - i)));
    for (const session of sessions) assert.equal(await session.show(), 'shown');
    const [, memory] = it.ask('status').stdout.match(/^memory {4}(\d+) MB/m);
    await closeAll(sessions);
    return `${SESSIONS} sessions (FAULTS_SESSIONS) in one daemon of ${memory} MB`;
  },
};

export const daemon = Object.fromEntries(Object.entries(tests).map(([name, run]) => [name, async () => missing() ?? run()]));
