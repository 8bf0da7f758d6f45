// The daemon of `run` on full disks, beside other users, with connections that send nothing, and its dashboard.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { install, kill, missing, processes, serving } from './lib/daemon.js';
import { disk, fill, NEEDS_ROOT } from './lib/disks.js';
import { onCleanup, pause, place, waitFor } from './lib/processes.js';

/** A user without privileges, who need not be in the user database. */
const OTHER = 65_534;
const NEEDS_USERS = 'skipped: needs root, to act as another user';
const isRoot = process.getuid() === 0;

/** A tool whose result is larger than the budget. */
const large = () => serving('printf "%0300000d" 1');

const call = async (session, id) => (await session.request(id, 'tools/call', { name: 'show', arguments: {} })).result;

async function closeAll(...sessions) {
  for (const session of sessions) assert.equal(await session.end(), 0, session.errors);
}

const socketOf = (it) => join(it.folder, readdirSync(it.folder).find((name) => name.endsWith('.sock')));

/** Runs a script in Node as another user, and returns its output. */
const asOther = (script, ...words) => new Promise((resolve) => {
  const child = spawn('setpriv', [`--reuid=${OTHER}`, `--regid=${OTHER}`, '--clear-groups', process.execPath, '-e', script, ...words]);
  onCleanup(() => kill(child.pid, 'SIGKILL'));
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
    if (output.endsWith('ready\n')) resolve(output);
  });
  child.stderr.on('data', (bytes) => { output += bytes; });
  child.on('close', () => resolve(output));
});

/** Sends bytes to a socket, and resolves with what comes back until the end. */
const ask = (path, bytes) => new Promise((resolve) => {
  let got = '';
  const socket = connect(path);
  socket.on('connect', () => socket.write(bytes));
  socket.on('data', (more) => { got += more; });
  socket.on('error', () => {});
  socket.on('close', () => resolve(got));
});

const tests = {
  'daemon: a disk that fills up under the data folder': async () => {
    const at = disk(24);
    if (at === null) return NEEDS_ROOT;
    const it = install({ folder: at });
    const [one, two] = [await it.run(large()).open(), await it.run(serving()).open()];
    const before = await call(one, 2);
    assert.match(JSON.stringify(before), /nextCursor/, 'the rest can be read');
    fill(at);
    const during = await call(one, 3);
    assert.equal(during.isError, undefined);
    assert.doesNotMatch(JSON.stringify(during), /nextCursor/, 'nothing is promised that is not stored');
    const text = during.content[0].text;
    assert.match(text, /could not be stored/, text.slice(0, 500));
    const [, cursor] = JSON.stringify(before).match(/nextCursor\\*":\\*"([^"\\]+)/);
    const read = (await one.request(5, 'tools/call', { name: 'plimsoll_read', arguments: { cursor } })).result;
    assert.ok(!read.isError && /0000/.test(JSON.stringify(read)), 'what was stored before can be read');
    assert.equal(await two.show(), 'shown', 'small results need no disk');
    const three = await it.run(serving()).open();
    assert.equal(await three.show(), 'shown', 'sessions also start');
    assert.equal(it.daemons().length, 1);
    rmSync(join(at, 'ballast'));
    const after = await waitFor('results are stored again', async () => {
      const answer = JSON.stringify(await call(one, 4));
      return /nextCursor/.test(answer) && answer;
    }, 30_000);
    assert.ok(after.length > 0);
    await closeAll(one, two, three);
    assert.doesNotMatch(`${two.errors}${three.errors}`, /internal error|memory/);
    const lost = `${one.errors}${two.errors}`.split('\n').filter((line) => /ERROR|WARN/.test(line));
    assert.ok(lost.length > 0 && lost.every((line) => /No space left on device|telemetry entries were lost|stored/.test(line)), lost.join('\n'));
    return 'answers say that the rest could not be stored, all sessions go on, and results are stored again afterwards';
  },

  'daemon: a full disk at the start': async () => {
    const at = disk(1);
    if (at === null) return NEEDS_ROOT;
    fill(at);
    const it = install({ folder: at });
    const [one, two] = await Promise.all([it.run(large()).open(), it.run(serving()).open()]);
    assert.equal(await two.show(), 'shown');
    const answer = await call(one, 2);
    assert.equal(answer.isError, undefined);
    assert.match(JSON.stringify(answer), /nextCursor|could not be stored/);
    const own = it.daemons().length === 0;
    await closeAll(one, two);
    const said = one.errors.split('\n').find((line) => /memory|space/i.test(line)) ?? '';
    assert.match(said, /memory|space/i, one.errors);
    return `sessions work ${own ? 'in processes of their own' : 'in the daemon'}; their standard error says why nothing is stored on disk`;
  },

  'daemon: no file can be created in the runtime folder': async () => {
    const at = disk(1, ',nr_inodes=1');
    if (at === null) return NEEDS_ROOT;
    const it = install();
    const session = await it.run(serving('echo $PPID'), { env: { XDG_RUNTIME_DIR: at } }).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has a process of its own');
    await closeAll(session);
    assert.doesNotMatch(session.errors, /ERROR|WARN/);
    return 'sessions get processes of their own';
  },

  'daemon: a folder of another user': async () => {
    if (!isRoot) return NEEDS_USERS;
    const it = install();
    mkdirSync(it.folder, { recursive: true, mode: 0o700 });
    chownSync(it.folder, OTHER, OTHER);
    const session = await it.run(serving('echo $PPID')).open();
    assert.equal(Number(await session.show()), session.child.pid, 'the session has a process of its own');
    await closeAll(session);
    for (const words of [['status'], ['stop'], ['dashboard']]) {
      const asked = it.ask(...words);
      assert.equal(asked.status, 1);
      assert.match(asked.stderr, /belongs to \S+, not to root, so it is not used/);
    }
    assert.deepEqual(readdirSync(it.folder), [], 'nothing is put there');
    return 'sessions get processes of their own, and the commands say why';
  },

  'daemon: a socket of another user': async () => {
    if (!isRoot) return NEEDS_USERS;
    const it = install();
    await closeAll(await it.run(serving()).open());
    const path = socketOf(it);
    it.ask('stop');
    // as if the folder had been open to others once
    chmodSync(it.folder, 0o777);
    for (let at = it.folder; at !== '/'; at = join(at, '..')) chmodSync(at, at === it.folder ? 0o777 : 0o755);
    const said = await asOther("require('net').createServer((s) => s.on('data', (b) => console.log('got ' + b.length))).listen(process.argv[1], () => console.log('ready'))", path);
    assert.equal(said, 'ready\n');
    chmodSync(it.folder, 0o700);
    const asked = it.ask('status');
    assert.equal(asked.status, 1);
    assert.match(asked.stderr, /belongs to a process of \S+/);
    const session = await it.run(serving()).open();
    assert.equal(await session.show(), 'shown');
    assert.equal(it.daemons().length, 1, 'a daemon of our own has replaced the socket');
    assert.match(it.ask('status').stdout, /^sessions {2}1 now, 1 since the start$/m);
    await closeAll(session);
    return 'nothing is sent to it, and a daemon of the user replaces it';
  },

  'daemon: a client of another user': async () => {
    if (!isRoot) return NEEDS_USERS;
    const it = install();
    const session = await it.run(serving()).open();
    const path = socketOf(it);
    const question = Buffer.from('Q\0\0\0\u0006status', 'latin1');
    assert.match(await ask(path, question), /^R.*sessions {2}1 now/s);
    const script = "const s = require('net').connect(process.argv[1], () => s.write(Buffer.from('Q\\0\\0\\0\\u0006status', 'latin1'))); s.on('data', (b) => console.log('got ' + b)); s.on('error', (e) => console.log(e.code)); s.on('close', () => console.log('closed'))";
    for (let at = join(it.folder, '..'); at !== '/'; at = join(at, '..')) chmodSync(at, 0o755);
    assert.match(await asOther(script, path), /^EACCES\nclosed\n$/, 'the folder is closed to others');
    chmodSync(it.folder, 0o755);
    chmodSync(path, 0o777);
    assert.match(await asOther(script, path), /^(EPIPE\n|ECONNRESET\n)?closed\n$/, 'the daemon says nothing to others');
    chmodSync(it.folder, 0o700);
    assert.equal(await session.show(), 'shown');
    await closeAll(session);
    return 'it cannot reach the socket, and gets no reply if it could';
  },

  'daemon: two users with one installation': async () => {
    if (!isRoot) return NEEDS_USERS;
    const it = install();
    const mine = await it.run(serving('id -u')).open();
    const data = place('data-of-another-user');
    chownSync(data, OTHER, OTHER);
    // an installation in a place that the other user can read
    const home = '/tmp/plimsoll-faults-two-users';
    rmSync(home, { recursive: true, force: true });
    onCleanup(() => rmSync(home, { recursive: true, force: true }));
    cpSync(join(it.client, '..', '..', '..'), home, { recursive: true });
    for (let at = join(data, '..'); at !== '/'; at = join(at, '..')) chmodSync(at, 0o755);
    const theirs = await it.run(serving('id -u'), {
      client: join(home, 'native', 'bin', 'plimsoll'), uid: OTHER, gid: OTHER, cwd: '/', env: { XDG_DATA_HOME: data, XDG_CONFIG_HOME: data, HOME: data },
    }).open();
    assert.equal(await mine.show(), '0');
    assert.equal(await theirs.show(), String(OTHER), 'the server of the other user is not root');
    const theirDaemons = () => processes('daemon listen', `--socket=${data}/`, 'java');
    onCleanup(() => { for (const pid of theirDaemons()) kill(pid, 'SIGKILL'); });
    const status = it.ask('status').stdout;
    assert.match(status, /^sessions {2}1 now, 1 since the start$/m);
    assert.doesNotMatch(status, /data-of-another-user/);
    const had = theirDaemons().length;
    await closeAll(mine, theirs);
    return had === 1 ? 'each user has a daemon, and sees only this one' : 'the other user has a process of its own, because the program cannot be read';
  },

  'daemon: a connection that sends nothing': async () => {
    const it = install();
    const session = await it.run(serving()).open();
    const path = socketOf(it);
    const began = performance.now();
    assert.deepEqual(await Promise.all([ask(path, ''), ask(path, 'H'), ask(path, Buffer.from([0x48, 0, 0, 1, 0, 65]))]), ['', '', '']);
    const seconds = (performance.now() - began) / 1000;
    assert.ok(seconds > 8 && seconds < 20, `${seconds} s`);
    assert.equal(await session.show(), 'shown');
    await closeAll(session);
    return `the daemon closes it after ${seconds.toFixed(0)} seconds`;
  },

  'daemon: killed while its dashboard is open': async () => {
    const it = install();
    const session = await it.run(serving()).open();
    assert.equal(await session.show(), 'shown');
    const url = it.ask('dashboard').stdout.trim();
    const [, base, link] = url.match(/^(http:\/\/127\.0\.0\.1:\d+)\/#link=(.+)$/);
    const open = (body) => fetch(`${base}/api/v1/link`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const { token } = await (await open({ link })).json();
    const get = (path) => fetch(`${base}/api/v1/${path}`, { headers: { Authorization: `Bearer ${token}` } }).then((found) => found.json());
    assert.equal((await get('status')).runs.length, 1);
    kill(it.daemons()[0], 'SIGKILL');
    assert.equal(await session.exit, 1);
    await assert.rejects(fetch(base), 'the port is closed');
    const next = await it.run(serving()).open();
    assert.equal(await next.show(), 'shown');
    const [, nextBase, nextLink] = it.ask('dashboard').stdout.trim().match(/^(http:\/\/127\.0\.0\.1:\d+)\/#link=(.+)$/);
    const opened = await fetch(`${nextBase}/api/v1/link`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ link: nextLink }) });
    const again = await opened.json();
    const seen = await waitFor('both calls are shown', async () => {
      const response = await fetch(`${nextBase}/api/v1/requests`, { headers: { Authorization: `Bearer ${again.token}` } });
      const { requests } = await response.json();
      return requests.length >= 2 && requests.length;
    }, 20_000);
    assert.equal(seen, 2);
    assert.match(it.ask('dashboard', '--close').stdout, /^closed the dashboard$/m);
    await assert.rejects(fetch(nextBase));
    await closeAll(next);
    await pause(0);
    return 'the port closes with it, and the next daemon shows what the sessions of both have recorded';
  },
};

export const daemonPlaces = Object.fromEntries(Object.entries(tests).map(([name, run]) => [name, async () => missing() ?? run()]));
