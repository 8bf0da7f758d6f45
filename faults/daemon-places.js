// Tests the daemon of `run` with full disks, other users, connections that send nothing, and its dashboard.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { install, kill, processes, reasonToSkip, serverCommand } from './lib/daemon.js';
import { fillDisk, mountDisk, NEEDS_ROOT } from './lib/disks.js';
import { createFolder, onCleanup, pause, waitFor } from './lib/processes.js';

/** ID of a user without privileges. The user database need not contain it. */
const OTHER_USER = 65_534;
const NEEDS_USERS = 'skipped: needs root, to act as another user';
const isRoot = process.getuid() === 0;

/** Returns the command of a server whose tool has a result above the budget. */
const large = () => serverCommand('printf "%0300000d" 1');

const call = async (session, id) => (await session.request(id, 'tools/call', { name: 'show', arguments: {} })).result;

async function endAll(...sessions) {
  for (const session of sessions) assert.equal(await session.end(), 0, session.errors);
}

const socketOf = (installation) => join(installation.folder, readdirSync(installation.folder).find((name) => name.endsWith('.sock')));

/** Runs a script in Node as another user, and returns its output. */
const runAsOtherUser = (script, ...words) => new Promise((resolve) => {
  const child = spawn('setpriv', [`--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, '--clear-groups', process.execPath, '-e', script, ...words]);
  onCleanup(() => kill(child.pid, 'SIGKILL'));
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
    if (output.endsWith('ready\n')) resolve(output);
  });
  child.stderr.on('data', (bytes) => { output += bytes; });
  child.on('close', () => resolve(output));
});

/** Sends bytes to a socket, and returns all bytes received until its end. */
const sendBytes = (path, bytes) => new Promise((resolve) => {
  let received = '';
  const socket = connect(path);
  socket.on('connect', () => socket.write(bytes));
  socket.on('data', (more) => { received += more; });
  socket.on('error', () => {});
  socket.on('close', () => resolve(received));
});

const tests = {
  'daemon: a disk that fills up under the data folder': async () => {
    const directory = mountDisk(24);
    if (directory === null) return NEEDS_ROOT;
    const installation = install({ folder: directory });
    const [first, second] = [await installation.run(large()).open(), await installation.run(serverCommand()).open()];
    const before = await call(first, 2);
    assert.match(JSON.stringify(before), /nextCursor/, 'the rest can be read');
    fillDisk(directory);
    const during = await call(first, 3);
    assert.equal(during.isError, undefined);
    assert.doesNotMatch(JSON.stringify(during), /nextCursor/, 'an answer has no cursor if its result is not stored');
    const text = during.content[0].text;
    assert.match(text, /could not be stored/, text.slice(0, 500));
    const [, cursor] = JSON.stringify(before).match(/nextCursor\\*":\\*"([^"\\]+)/);
    const read = (await first.request(5, 'tools/call', { name: 'plimsoll_read', arguments: { cursor } })).result;
    assert.ok(!read.isError && /0000/.test(JSON.stringify(read)), 'results stored before can be read');
    assert.equal(await second.show(), 'shown', 'small results need no disk');
    const third = await installation.run(serverCommand()).open();
    assert.equal(await third.show(), 'shown', 'sessions also start');
    assert.equal(installation.daemons().length, 1);
    rmSync(join(directory, 'ballast'));
    const after = await waitFor('results are stored again', async () => {
      const answer = JSON.stringify(await call(first, 4));
      return /nextCursor/.test(answer) && answer;
    }, 30_000);
    assert.ok(after.length > 0);
    await endAll(first, second, third);
    assert.doesNotMatch(`${second.errors}${third.errors}`, /internal error|memory/);
    const logLines = `${first.errors}${second.errors}`.split('\n').filter((line) => /ERROR|WARN/.test(line));
    assert.ok(logLines.length > 0 && logLines.every((line) => /No space left on device|telemetry entries were lost|stored/.test(line)), logLines.join('\n'));
    return 'answers say that the rest could not be stored, all sessions continue, and results are stored again afterwards';
  },

  'daemon: a full disk at the start': async () => {
    const directory = mountDisk(1);
    if (directory === null) return NEEDS_ROOT;
    fillDisk(directory);
    const installation = install({ folder: directory });
    const [first, second] = await Promise.all([installation.run(large()).open(), installation.run(serverCommand()).open()]);
    assert.equal(await second.show(), 'shown');
    const answer = await call(first, 2);
    assert.equal(answer.isError, undefined);
    assert.match(JSON.stringify(answer), /nextCursor|could not be stored/);
    const hasOwnProcesses = installation.daemons().length === 0;
    await endAll(first, second);
    const output = first.errors.split('\n').find((line) => /memory|space/i.test(line)) ?? '';
    assert.match(output, /memory|space/i, first.errors);
    return `sessions work ${hasOwnProcesses ? 'in their own processes' : 'in the daemon'}; their standard error says why nothing is stored on disk`;
  },

  'daemon: no file can be created in the runtime folder': async () => {
    const directory = mountDisk(1, ',nr_inodes=1');
    if (directory === null) return NEEDS_ROOT;
    const installation = install();
    const session = await installation.run(serverCommand('echo $PPID'), { env: { XDG_RUNTIME_DIR: directory } }).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has its own process');
    await endAll(session);
    assert.doesNotMatch(session.errors, /ERROR|WARN/);
    return 'sessions get their own processes';
  },

  'daemon: a folder of another user': async () => {
    if (!isRoot) return NEEDS_USERS;
    const installation = install();
    mkdirSync(installation.folder, { recursive: true, mode: 0o700 });
    chownSync(installation.folder, OTHER_USER, OTHER_USER);
    const session = await installation.run(serverCommand('echo $PPID')).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has its own process');
    await endAll(session);
    for (const words of [['status'], ['stop'], ['dashboard']]) {
      const result = installation.runDaemonCommand(...words);
      assert.equal(result.status, 1);
      assert.match(result.stderr, /belongs to \S+, not to root, so it is not used/);
    }
    assert.deepEqual(readdirSync(installation.folder), [], 'the folder stays empty');
    return 'sessions get their own processes, and the commands say why';
  },

  'daemon: a socket of another user': async () => {
    if (!isRoot) return NEEDS_USERS;
    const installation = install();
    await endAll(await installation.run(serverCommand()).open());
    const path = socketOf(installation);
    installation.runDaemonCommand('stop');
    // as if other users had once had access to the folder
    chmodSync(installation.folder, 0o777);
    for (let directory = installation.folder; directory !== '/'; directory = join(directory, '..')) chmodSync(directory, directory === installation.folder ? 0o777 : 0o755);
    const output = await runAsOtherUser("require('net').createServer((s) => s.on('data', (b) => console.log('got ' + b.length))).listen(process.argv[1], () => console.log('ready'))", path);
    assert.equal(output, 'ready\n');
    chmodSync(installation.folder, 0o700);
    const result = installation.runDaemonCommand('status');
    assert.equal(result.status, 1);
    assert.match(result.stderr, /belongs to a process of \S+/);
    const session = await installation.run(serverCommand()).open();
    assert.equal(await session.show(), 'shown');
    assert.equal(installation.daemons().length, 1, 'a daemon of our own has replaced the socket');
    assert.match(installation.runDaemonCommand('status').stdout, /^sessions {2}1 now, 1 since the start$/m);
    await endAll(session);
    return 'nothing is sent to it, and a daemon of the user replaces it';
  },

  'daemon: a client of another user': async () => {
    if (!isRoot) return NEEDS_USERS;
    const installation = install();
    const session = await installation.run(serverCommand()).open();
    const path = socketOf(installation);
    const statusRequest = Buffer.from('Q\0\0\0\u0006status', 'latin1');
    assert.match(await sendBytes(path, statusRequest), /^R.*sessions {2}1 now/s);
    const script = "const s = require('net').connect(process.argv[1], () => s.write(Buffer.from('Q\\0\\0\\0\\u0006status', 'latin1'))); s.on('data', (b) => console.log('got ' + b)); s.on('error', (e) => console.log(e.code)); s.on('close', () => console.log('closed'))";
    for (let directory = join(installation.folder, '..'); directory !== '/'; directory = join(directory, '..')) chmodSync(directory, 0o755);
    assert.match(await runAsOtherUser(script, path), /^EACCES\nclosed\n$/, 'the folder is closed to others');
    chmodSync(installation.folder, 0o755);
    chmodSync(path, 0o777);
    assert.match(await runAsOtherUser(script, path), /^(EPIPE\n|ECONNRESET\n)?closed\n$/, 'the daemon does not answer others');
    chmodSync(installation.folder, 0o700);
    assert.equal(await session.show(), 'shown');
    await endAll(session);
    return 'it cannot open the socket, and the daemon would not answer it';
  },

  'daemon: two users with one installation': async () => {
    if (!isRoot) return NEEDS_USERS;
    const installation = install();
    const rootSession = await installation.run(serverCommand('id -u')).open();
    const data = createFolder('data-of-another-user');
    chownSync(data, OTHER_USER, OTHER_USER);
    // an installation that the other user can read
    const home = '/tmp/plimsoll-faults-two-users';
    rmSync(home, { recursive: true, force: true });
    onCleanup(() => rmSync(home, { recursive: true, force: true }));
    cpSync(join(installation.client, '..', '..', '..'), home, { recursive: true });
    for (let directory = join(data, '..'); directory !== '/'; directory = join(directory, '..')) chmodSync(directory, 0o755);
    const otherSession = await installation.run(serverCommand('id -u'), {
      client: join(home, 'native', 'bin', 'plimsoll'), uid: OTHER_USER, gid: OTHER_USER, cwd: '/', env: { XDG_DATA_HOME: data, XDG_CONFIG_HOME: data, HOME: data },
    }).open();
    assert.equal(await rootSession.show(), '0');
    assert.equal(await otherSession.show(), String(OTHER_USER), 'the server of the other user is not root');
    const otherDaemons = () => processes('daemon listen', `--socket=${data}/`, 'java');
    onCleanup(() => { for (const pid of otherDaemons()) kill(pid, 'SIGKILL'); });
    const status = installation.runDaemonCommand('status').stdout;
    assert.match(status, /^sessions {2}1 now, 1 since the start$/m);
    assert.doesNotMatch(status, /data-of-another-user/);
    const otherDaemonCount = otherDaemons().length;
    await endAll(rootSession, otherSession);
    return otherDaemonCount === 1 ? 'each user has a daemon, and sees only this one' : 'the other user has its own process, because the program cannot be read';
  },

  'daemon: a connection that sends nothing': async () => {
    const installation = install();
    const session = await installation.run(serverCommand()).open();
    const path = socketOf(installation);
    const startTime = performance.now();
    assert.deepEqual(await Promise.all([sendBytes(path, ''), sendBytes(path, 'H'), sendBytes(path, Buffer.from([0x48, 0, 0, 1, 0, 65]))]), ['', '', '']);
    const seconds = (performance.now() - startTime) / 1000;
    assert.ok(seconds > 8 && seconds < 20, `${seconds} s`);
    assert.equal(await session.show(), 'shown');
    await endAll(session);
    return `the daemon closes it after ${seconds.toFixed(0)} seconds`;
  },

  'daemon: killed while its dashboard is open': async () => {
    const installation = install();
    const session = await installation.run(serverCommand()).open();
    assert.equal(await session.show(), 'shown');
    const url = installation.runDaemonCommand('dashboard').stdout.trim();
    const [, base, link] = url.match(/^(http:\/\/127\.0\.0\.1:\d+)\/#link=(.+)$/);
    const open = (body) => fetch(`${base}/api/v1/link`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const { token } = await (await open({ link })).json();
    const get = (path) => fetch(`${base}/api/v1/${path}`, { headers: { Authorization: `Bearer ${token}` } }).then((found) => found.json());
    assert.equal((await get('status')).runs.length, 1);
    kill(installation.daemons()[0], 'SIGKILL');
    assert.equal(await session.exit, 1);
    await assert.rejects(fetch(base), 'the port is closed');
    const next = await installation.run(serverCommand()).open();
    assert.equal(await next.show(), 'shown');
    const [, nextBase, nextLink] = installation.runDaemonCommand('dashboard').stdout.trim().match(/^(http:\/\/127\.0\.0\.1:\d+)\/#link=(.+)$/);
    const opened = await fetch(`${nextBase}/api/v1/link`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ link: nextLink }) });
    const nextLogin = await opened.json();
    const requestCount = await waitFor('both calls are shown', async () => {
      const response = await fetch(`${nextBase}/api/v1/requests`, { headers: { Authorization: `Bearer ${nextLogin.token}` } });
      const { requests } = await response.json();
      return requests.length >= 2 && requests.length;
    }, 20_000);
    assert.equal(requestCount, 2);
    assert.match(installation.runDaemonCommand('dashboard', '--close').stdout, /^closed the dashboard$/m);
    await assert.rejects(fetch(nextBase));
    await endAll(next);
    await pause(0);
    return 'its port closes, and the next daemon shows the records of both';
  },
};

export const daemonPlaces = Object.fromEntries(Object.entries(tests).map(([name, run]) => [name, async () => reasonToSkip() ?? run()]));
