// Starts Redis, several plimsoll serve, and nginx with deploy/nginx/plimsoll.conf, with other addresses.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { folder, freePort, ManagedProcess } from './managed-process.js';

export { closeAll, logs, pause, waitFor } from './managed-process.js';

const libFolder = fileURLToPath(new URL('.', import.meta.url));
const PLIMSOLL = process.env.PLIMSOLL ?? join(libFolder, '../../plimsoll');
const NGINX = process.env.NGINX ?? 'nginx';
const REDIS = process.env.REDIS_SERVER ?? 'redis-server';
/** A file that all server processes share. */
const weather = join(folder, 'weather');
writeFileSync(weather, 'fair');

export async function startRedis() {
  const port = await freePort();
  const directory = join(folder, 'redis');
  mkdirSync(directory);
  const persistence = ['--appendonly', 'yes', '--save', ''];
  const redis = new ManagedProcess('redis-server', port, [REDIS, '--bind', '127.0.0.1', '--port', String(port), '--dir', directory, ...persistence]);
  await redis.start();
  return redis;
}

/** Creates a key file and returns its reference for a configuration. */
export function key(name) {
  const file = join(folder, `${name}.key`);
  writeFileSync(file, `a key for tests with the name ${name}`, { mode: 0o600 });
  return `\${file:${file}}`;
}

/** Returns free ports. All are chosen before the first start, because each replica is configured with the ports of all replicas. */
export async function ports(count) {
  return Promise.all(Array.from({ length: count }, freePort));
}

export async function startReplica(name, port, peers, redis, cursor) {
  const directory = join(folder, name);
  mkdirSync(directory);
  const file = join(directory, 'plimsoll.json');
  const command = [PLIMSOLL, 'serve', '--config', file, '--data', join(directory, 'data')];
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${url}/health/ready`).then((response) => response.ok, () => false);
  const replica = new ManagedProcess(name, port, command, isReady);
  replica.url = url;
  replica.configure = (keys) => writeFileSync(file, JSON.stringify({
    listen: `127.0.0.1:${port}`,
    servers: { harbour: { command: process.execPath, args: [join(libFolder, 'server.js'), weather] } },
    store: { type: 'redis' },
    redis: { url: `redis://127.0.0.1:${redis.port}`, timeout: '1s' },
    cursor: keys,
    cluster: { peers: peers.map((each) => `http://127.0.0.1:${each}`) },
    tools: {
      'harbour/get_tide': { rateLimit: 6 },
      'harbour/list_crew': { sessionBudget: 20_000 },
      'harbour/get_weather': { cache: { ttl: '5m' } },
    },
  }));
  replica.configure(cursor);
  await replica.start();
  return replica;
}

/** Starts nginx with the configuration in deploy/nginx, with the addresses of the replicas and without encryption. */
export async function startNginx(replicas) {
  const port = await freePort();
  const directory = join(folder, 'nginx');
  mkdirSync(directory);
  let index = 0;
  const lines = readFileSync(join(libFolder, '../../deploy/nginx/plimsoll.conf'), 'utf8')
    .replace(/server 10\.0\.0\.\d+:8080/g, () => `server 127.0.0.1:${replicas[index++ % replicas.length].port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '');
  if (index !== 2 * replicas.length || lines.includes('10.0.0.')) throw new Error('deploy/nginx/plimsoll.conf does not name three servers twice');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${directory}/${kind};`);
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, [
    'daemon off;\nmaster_process off;',
    `pid ${directory}/pid;\nerror_log stderr error;`,
    'events { }',
    // tells the tests which replicas nginx tried
    `http {\naccess_log off;\nadd_header X-Answered-By $upstream_addr always;\n${temporary.join('\n')}\n${lines}}`,
  ].join('\n'));
  const nginx = new ManagedProcess('nginx', port, [NGINX, '-p', directory, '-e', 'stderr', '-c', file]);
  await nginx.start();
  nginx.url = `http://127.0.0.1:${port}`;
  return nginx;
}
