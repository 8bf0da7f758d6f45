// Tests the daemon of `run` and its native client: killed, stopped, started by many clients at once, and next to another version.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { install, isRunning, kill, processes, reasonToSkip, serverCommand } from './lib/daemon.js';
import { createFolder, pause, waitFor } from './lib/processes.js';

const SESSIONS = Number(process.env.FAULTS_SESSIONS ?? 100);

/** Returns the command of a server that ignores signals and does not end by itself. */
const stubbornServer = (mark) => ['bash', '-c', `trap '' TERM HUP INT; while read -r line; do printf '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}\\n'; done; while :; do sleep 0.05; done`, mark];

const waitForEnd = (pids, millis = 1_000) => waitFor('the end of the processes', async () => pids.every((pid) => !isRunning(pid)), millis);

async function openSessions(installation, count, command = serverCommand()) {
  return Promise.all(Array.from({ length: count }, () => installation.run(command).open()));
}

async function endAll(sessions) {
  for (const code of await Promise.all(sessions.map((session) => session.end()))) assert.equal(code, 0);
}

const tests = {
  'daemon: started by 30 clients at once': async () => {
    const installation = install();
    const sessions = await openSessions(installation, 30);
    for (const session of sessions) assert.equal(await session.show(), 'shown');
    assert.equal(installation.daemons().length, 1, 'one of the clients has started it');
    assert.match(installation.runDaemonCommand('status').stdout, /^sessions {2}30 now, 30 since the start$/m);
    await endAll(sessions);
    return 'one daemon serves all sessions';
  },

  'daemon: killed with 30 sessions': async () => {
    const installation = install();
    const sessions = await openSessions(installation, 30);
    const servers = processes('server echo shown', 'bash');
    assert.ok(servers.length >= 30);
    kill(installation.daemons()[0], 'SIGKILL');
    for (const session of sessions) {
      assert.equal(await session.exit, 1);
      assert.match(session.errors, /plimsoll: the process that served this session has ended unexpectedly/);
    }
    await waitForEnd(servers);
    const next = await installation.run(serverCommand()).open();
    assert.equal(await next.show(), 'shown');
    assert.equal(installation.daemons().length, 1, 'the next session has started another');
    await endAll([next]);
    return 'each client reports it and exits with 1, each server ends, and the next client starts another daemon';
  },

  'daemon: a socket without a daemon': async () => {
    const installation = install();
    await endAll([await installation.run(serverCommand()).open()]);
    const [daemon] = installation.daemons();
    kill(daemon, 'SIGKILL');
    await waitForEnd([daemon]);
    assert.equal(readdirSync(installation.folder).filter((name) => name.endsWith('.sock')).length, 1, 'the socket was left behind');
    await endAll([await installation.run(serverCommand()).open()]);
    assert.equal(installation.daemons().length, 1);
    return 'the next client replaces it';
  },

  'daemon: stopped by SIGSTOP': async () => {
    const installation = install();
    const first = await installation.run(serverCommand()).open();
    const [daemon] = installation.daemons();
    kill(daemon, 'SIGSTOP');
    const second = await installation.run(serverCommand('echo $PPID')).open();
    const parent = Number(await second.show());
    assert.equal(parent, second.child.pid, 'the session has its own process');
    const result = installation.runDaemonCommand('status');
    assert.equal(result.status, 1);
    assert.match(result.stderr, /does not respond within 5 seconds/);
    await endAll([second]);
    kill(daemon, 'SIGCONT');
    assert.equal(await first.show(), 'shown', 'the first session continues');
    await pause(300);
    assert.match(installation.runDaemonCommand('status').stdout, /^sessions {2}1 now, 1 since the start$/m, 'no server is started for the client that has ended');
    await endAll([first]);
    return 'new sessions get their own processes, and old ones continue later';
  },

  'daemon: a client that never reads': async () => {
    const installation = install();
    const blockedSession = installation.run(serverCommand('printf "%0200000d" 1'), { options: ['--preset', 'off'] });
    for (let id = 1; id <= 20; id += 1) blockedSession.request(id, id === 1 ? 'initialize' : 'tools/call', { name: 'show', arguments: {} });
    await pause(500);
    const other = await installation.run(serverCommand()).open();
    assert.equal(await other.show(), 'shown');
    const servers = processes('server printf', 'bash');
    blockedSession.child.kill('SIGKILL');
    await waitForEnd(servers);
    await endAll([other]);
    return 'other sessions are not affected, and its server ends with it';
  },

  'daemon: a killed client with a stubborn server': async () => {
    const installation = install();
    const session = await installation.run(stubbornServer('stubborn-killed')).open();
    const servers = processes('stubborn-killed', 'trap');
    assert.ok(servers.length > 0);
    session.child.kill('SIGKILL');
    await waitForEnd(servers);
    return 'the server is killed within a second';
  },

  'daemon: signals': async () => {
    const installation = install();
    const codes = [];
    for (const mode of ['auto', 'off']) {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
        const session = await installation.run(serverCommand(`echo ${mode}${signal}`), { mode }).open();
        const servers = processes(`server echo ${mode}${signal}`, 'bash');
        session.child.kill(signal);
        codes.push(await session.exit);
        await waitForEnd(servers);
      }
    }
    assert.deepEqual(codes, [143, 130, 129, 143, 130, 129]);
    return 'the same exit codes as without a daemon, and the servers end';
  },

  'daemon: two sessions with different processes': async () => {
    const installation = install();
    const toolCommand = 'echo $PWD $(umask) $SECRET $(tool) $# $0';
    const folders = ['one', 'two'].map((name) => {
      const directory = createFolder(`session-${name}`);
      mkdirSync(join(directory, 'bin'));
      writeFileSync(join(directory, 'bin', 'tool'), `#!/bin/sh\necho tool-${name}\n`);
      chmodSync(join(directory, 'bin', 'tool'), 0o755);
      return directory;
    });
    const readEnvironments = async (mode) => {
      const sessions = [];
      for (const [i, cwd] of folders.entries()) {
        const before = process.umask(i === 0 ? 0o022 : 0o027);
        sessions.push(await installation.run(serverCommand(toolCommand), { mode, cwd, env: { [`SECRET`]: `secret-${i}`, PATH: `${join(cwd, 'bin')}:${process.env.PATH}` } }).open());
        process.umask(before);
      }
      const texts = await Promise.all(sessions.map((session) => session.show()));
      await endAll(sessions);
      return texts;
    };
    const texts = await readEnvironments('auto');
    assert.deepEqual(texts, await readEnvironments('off'));
    assert.deepEqual(texts, folders.map((cwd, i) => `${cwd} ${i === 0 ? '0022' : '0027'} secret-${i} tool-${i === 0 ? 'one' : 'two'} 1 server`));
    assert.equal(installation.daemons().length, 1);
    return 'each server has the folder, umask, variables, and PATH of its client, as without a daemon';
  },

  'daemon: the same bytes as without it': async () => {
    const installation = install();
    const input = [['initialize', {}], ['tools/list', {}], ['tools/call', { name: 'show', arguments: {} }], ['nonsense', {}]]
      .map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`).join('');
    const first = `${input.split('\n')[0]}\n`;
    // cases without a number of lines end by themselves
    const cases = [
      { command: serverCommand(), text: input, lines: 3 },
      { command: serverCommand('printf "%0300000d" 1'), text: input, lines: 3, options: ['--preset', 'off'] },
      { command: ['no-such-server'], text: input },
      { command: ['/etc/passwd'], text: input },
      { command: ['bash', '-c', 'read -r line; echo broken >&2; exit 3'], text: first },
      { command: ['bash', '-c', 'echo no message; read -r line; kill -9 $$'], text: first },
      { command: [], text: input },
      { command: serverCommand(), text: input, options: ['--budget', 'x'] },
      { command: serverCommand(), text: input, options: ['--help'] },
      { command: serverCommand(), text: 'no message\n', lines: 1 },
      { command: serverCommand(), text: '', lines: 0 },
    ];
    for (const { command, text, lines, options } of cases) {
      const results = [];
      for (const mode of ['auto', 'off']) {
        const session = installation.run(command, { mode, options: [...(options ?? []), '--log-level', 'error'] });
        let output = '';
        session.child.stdout.on('data', (bytes) => { output += bytes; });
        session.child.stdin.write(text);
        if (lines !== undefined) {
          await waitFor('the responses', async () => output.split('\n').length > lines);
          session.child.stdin.end();
        }
        const code = await session.exit;
        results.push({ code, errors: session.errors.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'), output });
      }
      assert.deepEqual(results[0], results[1], command.join(' '));
    }
    return `${cases.length} sessions, with the same output, errors, and exit codes`;
  },

  'daemon: another version': async () => {
    const installation = install({ version: 'one' });
    const other = install({ version: 'two', folder: installation.data });
    const sessions = [await installation.run(serverCommand()).open(), await other.run(serverCommand()).open()];
    assert.equal(installation.daemons().length, 2);
    assert.match(installation.runDaemonCommand('stop').stdout, /stopped the daemon, which had 1 session\n.*stopped the daemon, which had 1 session/s);
    for (const session of sessions) {
      assert.equal(await session.exit, 143);
      assert.match(session.errors, /the daemon was stopped by 'plimsoll daemon stop'/);
    }
    return 'each version has its own daemon, and one stop command ends both';
  },

  'daemon: a folder that others can enter': async () => {
    const installation = install();
    mkdirSync(installation.folder, { recursive: true });
    chmodSync(installation.folder, 0o755);
    const session = await installation.run(serverCommand('echo $PPID')).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has its own process');
    await endAll([session]);
    assert.equal(installation.daemons().length, 0);
    return 'sessions get their own processes';
  },

  'daemon: a program that accepts the connection and does not answer': async () => {
    const installation = install();
    await endAll([await installation.run(serverCommand()).open()]);
    const [socket] = readdirSync(installation.folder).filter((name) => name.endsWith('.sock'));
    installation.runDaemonCommand('stop');
    const silentServer = createServer(() => {});
    await new Promise((resolve) => { silentServer.listen(join(installation.folder, socket), resolve); });
    const session = await installation.run(serverCommand('echo $PPID')).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has its own process');
    await endAll([session]);
    silentServer.close();
    return 'the session gets its own process after three seconds';
  },

  'daemon: many sessions': async () => {
    const installation = install();
    const sessions = [];
    for (let i = 0; i < SESSIONS; i += 20) sessions.push(...await openSessions(installation, Math.min(20, SESSIONS - i)));
    for (const session of sessions) assert.equal(await session.show(), 'shown');
    const [, memory] = installation.runDaemonCommand('status').stdout.match(/^memory {4}(\d+) MB/m);
    await endAll(sessions);
    return `${SESSIONS} sessions (FAULTS_SESSIONS) in one daemon of ${memory} MB`;
  },
};

export const daemon = Object.fromEntries(Object.entries(tests).map(([name, run]) => [name, async () => reasonToSkip() ?? run()]));
