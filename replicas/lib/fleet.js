// One Redis, replicas of plimsoll serve on it, and nginx in front with the very file of deploy/nginx, but for addresses.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const PLIMSOLL = process.env.PLIMSOLL ?? join(here, '../../plimsoll');
const NGINX = process.env.NGINX ?? 'nginx';
const REDIS = process.env.REDIS_SERVER ?? 'redis-server';
const PATIENCE = 120_000;
// nginx takes a variable of its own name for sockets that it inherits
const { NGINX: _, ...environment } = process.env;

export const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

export async function eventually(what, holds, millis = PATIENCE) {
  const end = Date.now() + millis;
  for (;;) {
    const found = await holds();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${millis / 1000} s: ${what}`);
    await pause(50);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const listens = (port) => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1');
  const say = (answer) => () => (socket.destroy(), resolve(answer));
  socket.once('connect', say(true)).once('error', say(false));
});

/** A program that can be ended and started again; its port stays the same. */
class Program {
  #said = '';

  constructor(name, port, command, ready = () => listens(port)) {
    Object.assign(this, { name, port, command, ready, child: undefined });
  }

  async start() {
    const [program, ...args] = this.command;
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    this.over = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (bytes) => (this.#said = (this.#said + bytes).slice(-20_000)));
    this.child.once('error', (error) => (this.#said += error));
    await eventually(`${this.name} is there`, () => {
      if (this.child.exitCode !== null || this.child.pid === undefined) throw new Error(`${this.name} has ended: ${this.#said}`);
      return this.ready();
    });
  }

  /** With which signal, and until it is over. */
  async end(signal = 'SIGTERM') {
    if (!this.child?.pid || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill(signal);
    await this.over;
  }

  log = () => `--- what ${this.name} said last\n${this.#said.slice(-1500)}`;
}

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-replicas-'));
const programs = [];

function add(program) {
  programs.push(program);
  return program;
}

export async function closeAll() {
  await Promise.all(programs.map((program) => program.end()));
  rmSync(folder, { recursive: true, force: true });
}

export const logs = () => programs.map((program) => program.log()).join('\n');

export async function startRedis() {
  const port = await freePort();
  const place = join(folder, 'redis');
  mkdirSync(place);
  const lasting = ['--appendonly', 'yes', '--save', ''];
  const redis = add(new Program('redis-server', port, [REDIS, '--bind', '127.0.0.1', '--port', String(port), '--dir', place, ...lasting]));
  await redis.start();
  return redis;
}

/** A file with a key of that name, to be named in a configuration. */
export function key(name) {
  const file = join(folder, `${name}.key`);
  writeFileSync(file, `the key that is called ${name}, and is long enough`, { mode: 0o600 });
  return `\${file:${file}}`;
}

export async function startReplica(name, redis, cursor) {
  const port = await freePort();
  const place = join(folder, name);
  mkdirSync(place);
  const file = join(place, 'plimsoll.json');
  const command = [PLIMSOLL, 'serve', '--config', file, '--data', join(place, 'data')];
  const at = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${at}/health/ready`).then((response) => response.ok, () => false);
  const replica = add(new Program(name, port, command, isReady));
  replica.at = at;
  replica.configure = (keys) => writeFileSync(file, JSON.stringify({
    listen: `127.0.0.1:${port}`,
    servers: { harbour: { command: process.execPath, args: [join(here, 'server.js')] } },
    store: { type: 'redis' },
    redis: { url: `redis://127.0.0.1:${redis.port}`, timeout: '1s' },
    cursor: keys,
  }));
  replica.configure(cursor);
  await replica.start();
  return replica;
}

/** The file of deploy/nginx with the servers' addresses and without encryption, and what nginx needs around it. */
export async function startNginx(replicas) {
  const port = await freePort();
  const place = join(folder, 'nginx');
  mkdirSync(place);
  let index = 0;
  const lines = readFileSync(join(here, '../../deploy/nginx/plimsoll.conf'), 'utf8')
    .replace(/server 10\.0\.0\.\d+:8080/g, () => `server 127.0.0.1:${replicas[index++ % replicas.length].port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '');
  if (index !== 2 * replicas.length || lines.includes('10.0.0.')) throw new Error('deploy/nginx/plimsoll.conf names other servers than two times three');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${place}/${kind};`);
  const file = join(place, 'nginx.conf');
  writeFileSync(file, [
    'daemon off;\nmaster_process off;',
    `pid ${place}/pid;\nerror_log stderr error;`,
    'events { }',
    // who answered, after whom; tests read it
    `http {\naccess_log off;\nadd_header X-Answered-By $upstream_addr always;\n${temporary.join('\n')}\n${lines}}`,
  ].join('\n'));
  const nginx = add(new Program('nginx', port, [NGINX, '-p', place, '-e', 'stderr', '-c', file]));
  await nginx.start();
  nginx.at = `http://127.0.0.1:${port}`;
  return nginx;
}
