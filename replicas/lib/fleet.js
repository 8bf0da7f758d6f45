// One Redis, replicas of plimsoll serve on it, and nginx in front with the very file of deploy/nginx, but for addresses.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { add, freePort, place } from './programs.js';

export { closeAll, eventually, logs, pause } from './programs.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const PLIMSOLL = process.env.PLIMSOLL ?? join(here, '../../plimsoll');
const NGINX = process.env.NGINX ?? 'nginx';
const REDIS = process.env.REDIS_SERVER ?? 'redis-server';

export async function startRedis() {
  const port = await freePort();
  const dir = place('redis');
  const lasting = ['--appendonly', 'yes', '--save', ''];
  const redis = add('redis-server', port, [REDIS, '--bind', '127.0.0.1', '--port', String(port), '--dir', dir, ...lasting]);
  await redis.start();
  return redis;
}

const keys = place('keys');

/** A file with a key of that name, to be named in a configuration. */
export function key(name) {
  const file = join(keys, `${name}.key`);
  writeFileSync(file, `the key that is called ${name}, and is long enough`, { mode: 0o600 });
  return `\${file:${file}}`;
}

export async function startReplica(name, redis, cursor) {
  const port = await freePort();
  const dir = place(name);
  const file = join(dir, 'plimsoll.json');
  const command = [PLIMSOLL, 'serve', '--config', file, '--data', join(dir, 'data')];
  const at = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${at}/health/ready`).then((response) => response.ok, () => false);
  const replica = add(name, port, command, isReady);
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
  const dir = place('nginx');
  let index = 0;
  const lines = readFileSync(join(here, '../../deploy/nginx/plimsoll.conf'), 'utf8')
    .replace(/server 10\.0\.0\.\d+:8080/g, () => `server 127.0.0.1:${replicas[index++ % replicas.length].port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '');
  if (index !== 2 * replicas.length || lines.includes('10.0.0.')) throw new Error('deploy/nginx/plimsoll.conf names other servers than two times three');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`);
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, [
    'daemon off;\nmaster_process off;',
    `pid ${dir}/pid;\nerror_log stderr error;`,
    'events { }',
    // who answered, after whom; tests read it
    `http {\naccess_log off;\nadd_header X-Answered-By $upstream_addr always;\n${temporary.join('\n')}\n${lines}}`,
  ].join('\n'));
  const nginx = add('nginx', port, [NGINX, '-p', dir, '-e', 'stderr', '-c', file]);
  await nginx.start();
  nginx.at = `http://127.0.0.1:${port}`;
  return nginx;
}
