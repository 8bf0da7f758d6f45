// redis-mcp-server, with a redis-server of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { tickets } from '../lib/data.js';
import { venv } from '../lib/paths.js';

const TICKETS = tickets(900, 3);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Sends commands to Redis, and waits for all answers. */
async function fill(port, commands) {
  const socket = createConnection(port, '127.0.0.1');
  const encoded = commands.map((words) => `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(String(word))}\r\n${word}\r\n`).join('')}`);
  socket.end(`${encoded.join('')}*1\r\n$4\r\nQUIT\r\n`);
  socket.resume();
  await once(socket, 'close');
}

async function start(folder) {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server has ended')));
    child.stdout.on('data', (chunk) => /Ready to accept/.test(chunk) && resolve());
  });
  return { port, child };
}

export default {
  name: 'redis',
  origin: 'PyPI',
  package: 'redis-mcp-server',
  needs: ['redis-server'],
  async prepare(folder) {
    const { port, child } = await start(folder);
    await fill(port, [
      ...TICKETS.map((t) => ['HSET', 'tickets', t.id, JSON.stringify(t)]),
      ...TICKETS.map((t) => ['SADD', `customers`, `${t.customer} #${t.id}`]),
      ...TICKETS.map((t) => ['RPUSH', 'queue', JSON.stringify({ id: t.id, status: t.status, subject: t.subject })]),
      ...TICKETS.map((t) => ['ZADD', 'costs', t.cost, `ticket:${t.id}`]),
      ...TICKETS.map((t) => ['SET', `session:${t.language}:${t.id}`, t.customer]),
    ]);
    return {
      command: [venv('redis-mcp-server'), '--url', `redis://127.0.0.1:${port}/0`],
      end: () => child.kill('SIGTERM'),
      cases: [
        { what: 'a hash of 900 tickets', tool: 'hgetall', args: { name: 'tickets' } },
        { what: 'a set of 900 members', tool: 'smembers', args: { name: 'customers' } },
        { what: 'a list of 900 entries', tool: 'lrange', args: { name: 'queue', start: 0, stop: -1 } },
        { what: 'a sorted set with scores', tool: 'zrange', args: { key: 'costs', start: 0, end: -1, with_scores: true } },
        { what: '900 keys', tool: 'scan_all_keys', args: { pattern: 'session:*' } },
        { what: 'information about the server', tool: 'info', args: { section: 'all' } },
      ],
    };
  },
};
