// A server that fails on command: over standard input and output, or over HTTP with a port as its argument.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { records } from './records.js';

const MB = 1024 * 1024;
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const nestedArrays = (levels) => '['.repeat(levels) + ']'.repeat(levels);

/** Writes megabytes of text, and waits while the reader does not read. */
async function writeMegabytes(out, megabytes, chunk = 'x'.repeat(MB)) {
  for (let i = 0; i < megabytes && !out.destroyed; i += 1) if (!out.write(chunk)) await Promise.race([once(out, 'drain'), once(out, 'close')]);
}

// each tool gets its arguments and an object to answer with; `reply.exclusively` is for an answer in several writes
const tools = {
  records: ({ of, seed, count }, reply) => reply.send(text(JSON.stringify(records(of, seed, count)))),
  small: ({ of }, reply) => reply.send(text(`${of}/is here`)),
  pid: (_, reply) => reply.send(text(String(process.pid))),
  hang: () => {},
  late: async ({ millis, of }, reply) => {
    await pause(millis);
    reply.send(text(`${of}/is here`));
  },
  slow: ({ of, seed, count, pieces, millis }, reply) => reply.exclusively(async () => {
    const message = reply.encode(text(JSON.stringify(records(of, seed, count))));
    const length = Math.ceil(message.length / pieces);
    for (let i = 0; i < message.length; i += length) {
      reply.out.write(message.slice(i, i + length));
      await pause(millis);
    }
    reply.finish();
  }),
  die: (_, reply) => reply.exclusively(async () => {
    reply.out.write(reply.encode(text('x'.repeat(1000))).slice(0, 500));
    await pause(20);
    process.kill(process.pid, 'SIGKILL');
  }),
  flood: ({ megabytes }, reply) => reply.exclusively(async () => {
    const [head, tail] = reply.encode(text('@')).split('@');
    reply.out.write(head);
    await writeMegabytes(reply.out, megabytes);
    reply.out.write(tail);
    reply.finish();
  }),
  endless: (_, reply) => reply.exclusively(async () => {
    reply.out.write(reply.encode(text('@')).split('@')[0]);
    await writeMegabytes(reply.out, Infinity);
  }),
  chatter: async ({ of, megabytes }, reply) => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(1000) } })}\n`;
    await writeMegabytes(reply.lines, megabytes, line.repeat(1000));
    reply.send(text(`${of}/is here`));
  },
  complain: async ({ of, megabytes }, reply) => {
    await writeMegabytes(process.stderr, megabytes, `${'complaint '.repeat(100)}\n`.repeat(1000));
    reply.send(text(`${of}/is here`));
  },
  garbage: ({ of }, reply) => {
    const invalidLines = ['\n', 'Listening on port 1\n', '{"jsonrpc":"2.0","id":\n', '[]\n', 'null\n', `${nestedArrays(100_000)}\n`, '{"jsonrpc":"2.0","id":999999,"result":{}}\n', '{"jsonrpc":"2.0","id":{"a":1},"result":[]}\n'];
    for (const line of invalidLines) reply.lines.write(line);
    reply.lines.write(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a]));
    reply.send(text(`${of}/is here`));
  },
  nonsense: (_, reply) => {
    reply.out.write('<html>502</html>');
    reply.finish();
  },
};

const results = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'harbour', version: '1' } }),
  'tools/list': () => ({ tools: Object.keys(tools).map((name) => ({ name, description: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } })) }),
  ping: () => ({}),
};

function handle({ id, method, params }, out, lines, finish, exclusively) {
  const envelope = (members) => JSON.stringify({ jsonrpc: '2.0', id, ...members });
  const encode = (result) => envelope({ result });
  const end = (members) => exclusively(() => (out.write(envelope(members)), finish()));
  const reply = { out, lines, encode, finish, exclusively, send: (result) => end({ result }) };
  if (id === undefined) finish();
  else if (method === 'tools/call' && tools[params.name]) return tools[params.name](params.arguments ?? {}, reply);
  else if (results[method]) end({ result: results[method](params) });
  else end({ error: { code: -32601, message: 'unknown' } });
}

function overHttp(port) {
  createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => (body += bytes));
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(body);
      if (message.id === undefined) return response.writeHead(202).end();
      response.writeHead(200, { 'Content-Type': 'application/json' });
      // additional messages are dropped, because the response is one JSON document
      return handle(message, response, { write: () => true }, () => response.end(), (write) => write());
    });
  }).listen(port, '127.0.0.1');
}

function overStandardInput() {
  // complete each line before the next begins
  let lines = Promise.resolve();
  const exclusively = (write) => (lines = lines.then(write));
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    handle(message, process.stdout, process.stdout, () => message.id !== undefined && process.stdout.write('\n'), exclusively);
  }).on('close', () => process.exit());
}

// exit when the reader has closed the pipe
for (const out of [process.stdout, process.stderr]) out.on('error', () => process.exit());
if (process.argv[2]) overHttp(Number(process.argv[2]));
else overStandardInput();
