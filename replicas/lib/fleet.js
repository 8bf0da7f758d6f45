// One Redis, several plimsoll serve, and nginx in front with deploy/nginx/plimsoll.conf, except for addresses.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { folder, freePort, Program } from './program.js';

export { closeAll, logs, pause, waitFor } from './program.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const PLIMSOLL = process.env.PLIMSOLL ?? join(here, '../../plimsoll');
const NGINX = process.env.NGINX ?? 'nginx';
const REDIS = process.env.REDIS_SERVER ?? 'redis-server';
/** A file that all server processes share. */
const weather = join(folder, 'weather');
writeFileSync(weather, 'fair');

export async function startRedis() {
  const port = await freePort();
  const place = join(folder, 'redis');
  mkdirSync(place);
  const lasting = ['--appendonly', 'yes', '--save', ''];
  const redis = new Program('redis-server', port, [REDIS, '--bind', '127.0.0.1', '--port', String(port), '--dir', place, ...lasting]);
  await redis.start();
  return redis;
}

/** Creates a key file and returns its reference for a configuration. */
export function key(name) {
  const file = join(folder, `${name}.key`);
  writeFileSync(file, `the key that is called ${name}, and is long enough`, { mode: 0o600 });
  return `\${file:${file}}`;
}

/** Returns free ports. They are chosen before the first start, because each replica is configured with the ports of all. */
export async function ports(count) {
  return Promise.all(Array.from({ length: count }, freePort));
}

export async function startReplica(name, port, peers, redis, cursor) {
  const place = join(folder, name);
  mkdirSync(place);
  const file = join(place, 'plimsoll.json');
  const command = [PLIMSOLL, 'serve', '--config', file, '--data', join(place, 'data')];
  const at = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${at}/health/ready`).then((response) => response.ok, () => false);
  const replica = new Program(name, port, command, isReady);
  replica.at = at;
  replica.configure = (keys) => writeFileSync(file, JSON.stringify({
    listen: `127.0.0.1:${port}`,
    servers: { harbour: { command: process.execPath, args: [join(here, 'server.js'), weather] } },
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

/** Starts nginx with the file of deploy/nginx, with the replicas' addresses and without encryption. */
export async function startNginx(replicas) {
  const port = await freePort();
  const place = join(folder, 'nginx');
  mkdirSync(place);
  let index = 0;
  const lines = readFileSync(join(here, '../../deploy/nginx/plimsoll.conf'), 'utf8')
    .replace(/server 10\.0\.0\.\d+:8080/g, () => `server 127.0.0.1:${replicas[index++ % replicas.length].port}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '');
  if (index !== 2 * replicas.length || lines.includes('10.0.0.')) throw new Error('deploy/nginx/plimsoll.conf does not name three servers twice');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${place}/${kind};`);
  const file = join(place, 'nginx.conf');
  writeFileSync(file, [
    'daemon off;\nmaster_process off;',
    `pid ${place}/pid;\nerror_log stderr error;`,
    'events { }',
    // the replicas that nginx tried, for the tests
    `http {\naccess_log off;\nadd_header X-Answered-By $upstream_addr always;\n${temporary.join('\n')}\n${lines}}`,
  ].join('\n'));
  const nginx = new Program('nginx', port, [NGINX, '-p', place, '-e', 'stderr', '-c', file]);
  await nginx.start();
  nginx.at = `http://127.0.0.1:${port}`;
  return nginx;
}
