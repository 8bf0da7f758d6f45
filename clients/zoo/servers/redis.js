// Tests redis-mcp-server, with its own redis-server.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { tickets } from '../lib/data.js';
import { venv } from '../lib/paths.js';
import { count, largest } from '../lib/questions.js';

const TICKETS = tickets(900, 3);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Sends commands to Redis, and waits until all are executed. */
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
      ...TICKETS.map((t, i) => ['XADD', 'changes', `${i + 1}-0`, 'ticket', t.id, 'status', t.status, 'customer', t.customer]),
      ...TICKETS.map((t) => ['SET', `session:${t.language}:${t.id}`, t.customer]),
    ]);
    return {
      command: [venv('redis-mcp-server'), '--url', `redis://127.0.0.1:${port}/0`],
      end: () => child.kill('SIGTERM'),
      cases: [
        {
          description: 'a hash of 900 tickets',
          tool: 'hgetall',
          args: { name: 'tickets' },
          format: 'json',
          notice: /Summary of a result/,
          outline: /900 keys/,
          questions: [
            { question: 'How many tickets are open?', query: '[.[] | fromjson | select(.status == "open")] | length', expected: count(TICKETS, (t) => t.status === 'open') },
            { question: 'What is the subject of ticket 1777?', query: '.["1777"] | fromjson.subject', expected: TICKETS[777].subject },
            { question: 'Which ticket costs most?', query: '[.[] | fromjson] | max_by(.cost).id', expected: largest(TICKETS, (t) => t.cost).id },
          ],
        },
        {
          description: 'a set of 900 members',
          tool: 'smembers',
          args: { name: 'customers' },
          format: 'json',
          notice: /Items 1-50 of 900/,
          questions: [
            { question: 'How many members are of Zoë Noël?', find: 'Zoë Noël', expected: count(TICKETS, (t) => t.customer === 'Zoë Noël') },
            { question: 'How many customers are there?', query: '.result | map(split(" #")[0]) | unique | length', expected: new Set(TICKETS.map((t) => t.customer)).size },
            { question: 'Whose is number 1500?', query: '.result[] | select(endswith("#1500")) | split(" #")[0]', expected: TICKETS[500].customer },
          ],
        },
        {
          description: 'a list of 900 entries',
          tool: 'lrange',
          args: { name: 'queue', start: 0, stop: -1 },
          format: 'json',
          notice: /JSON of 900 items/,
          questions: [
            { question: 'How many entries wait?', query: 'map(fromjson | select(.status == "waiting")) | length', expected: count(TICKETS, (t) => t.status === 'waiting') },
            { question: 'Which entry is last?', query: '.[-1] | fromjson.id', expected: 1899 },
            { question: 'How many parcels are damaged, in Greek?', find: 'Το δέμα έφτασε κατεστραμμένο', expected: count(TICKETS, (t) => t.subject === 'Το δέμα έφτασε κατεστραμμένο') },
          ],
        },
        {
          description: 'a sorted set with scores',
          tool: 'zrange',
          args: { key: 'costs', start: 0, end: -1, with_scores: true },
          format: 'python',
          notice: /Python of 900 items/,
          questions: [
            { question: 'What is the highest score?', query: 'map(.[1]) | max', expected: largest(TICKETS, (t) => t.cost).cost },
            { question: 'How many scores are above 150?', query: 'map(select(.[1] > 150)) | length', expected: count(TICKETS, (t) => t.cost > 150) },
            { question: 'What is the score of ticket 1333?', query: '.[] | select(.[0] == "ticket:1333")[1]', expected: TICKETS[333].cost },
          ],
        },
        {
          description: 'a stream of 900 changes',
          tool: 'xrange',
          args: { key: 'changes', count: 900 },
          format: 'python',
          notice: /Python of 900 items/,
          questions: [
            { question: 'How many changes close a ticket?', query: 'map(select(.[1].status == "closed")) | length', expected: count(TICKETS, (t) => t.status === 'closed') },
            { question: 'Which ticket is last?', query: '.[-1][1].ticket', expected: '1899' },
            { question: 'How many changes are of Łucja Żak?', find: '"customer":"Łucja Żak"', expected: count(TICKETS, (t) => t.customer === 'Łucja Żak') },
          ],
        },
        {
          description: '900 keys',
          tool: 'scan_all_keys',
          args: { pattern: 'session:*' },
          format: 'json',
          notice: /Items 1-50 of 900/,
          questions: [
            { question: 'How many keys are of French sessions?', query: '.result | map(select(startswith("session:fr:"))) | length', expected: count(TICKETS, (t) => t.language === 'fr') },
            { question: 'Is there a key for session 1700?', find: '/:1700$/', expected: 1 },
            { question: 'How many languages are there?', query: '.result | map(split(":")[1]) | unique | length', expected: new Set(TICKETS.map((t) => t.language)).size },
          ],
        },
      ],
    };
  },
};
