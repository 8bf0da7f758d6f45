// A test server of 2025-11-25: node server.js stdio, or node server.js http PORT (/TOOLS/mcp lists that many tools).
// It computes lists while it sends them.

import { createServer } from 'node:http';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { jsonChunks, record } from './lib/source.js';

const schema = { type: 'object', properties: { records: { type: 'integer' }, seed: { type: 'integer' } } };
const READ_ONLY = { readOnlyHint: true };
const TOOLS = [
  { name: 'list_ships', description: 'Lists ships: `records` of them, for `seed`.', inputSchema: schema, annotations: READ_ONLY },
  { name: 'list_structured', description: 'The same as structured content.', inputSchema: schema, annotations: READ_ONLY },
  { name: 'export_ships', description: 'The same, without pages.', inputSchema: schema, annotations: READ_ONLY },
  { name: 'get_ship', description: 'One ship.', inputSchema: schema, annotations: READ_ONLY },
  { name: 'wait', description: 'Answers late.', inputSchema: { type: 'object', properties: { millis: { type: 'integer' } } }, annotations: READ_ONLY },
  { name: 'scrap_ship', description: 'Takes a ship out of service.', inputSchema: schema, annotations: { readOnlyHint: false, destructiveHint: true } },
];

/** Returns tools whose result is the number in their names. */
const numberedTools = (count) => Array.from({ length: count }, (_, n) => ({
  name: `numbered_${n}`,
  description: `Tells its number, ${n}. What it tells is always the same, whoever asks, and asking costs nothing.`,
  inputSchema: { type: 'object', properties: { note: { type: 'string', description: 'is not looked at' }, deep: { type: 'boolean', default: false } } },
  annotations: READ_ONLY,
}));

const handlers = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: { listChanged: true }, resources: {} },
    serverInfo: { name: 'load', version: '1' },
  }),
  'tools/list': (params, tools) => ({ tools }),
  'resources/list': () => ({ resources: [{ uri: 'ships://all', name: 'all' }] }),
  'resources/read': (params) => ({ contents: [{ uri: params.uri, mimeType: 'application/json', text: [...jsonChunks(0, 400)].join('') }] }),
  ping: () => ({}),
};

/** Yields the response to a request in chunks. */
async function* answer({ id, method, params }, tools) {
  const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  if (method !== 'tools/call') {
    const result = handlers[method]?.(params, tools);
    yield start + (result ? `"result":${JSON.stringify(result)}}` : '"error":{"code":-32601,"message":"unknown"}}');
    return;
  }
  const { name, arguments: { records = 1, seed = 0, millis = 0 } = {} } = params;
  if (millis > 0) await new Promise((resolve) => setTimeout(resolve, millis));
  if (name === 'list_structured') {
    yield `${start}"result":{"content":[],"structuredContent":{"ships":`;
    for (const part of jsonChunks(seed, records)) yield part;
    yield '}}}';
    return;
  }
  yield `${start}"result":{"content":[{"type":"text","text":"`;
  const smallResults = { get_ship: () => JSON.stringify(record(seed, 0)), wait: () => 'waited', scrap_ship: () => 'scrapped' };
  for (const part of smallResults[name] ? [smallResults[name]()] : name.startsWith('numbered_') ? [name.slice(9)] : jsonChunks(seed, records)) yield JSON.stringify(part).slice(1, -1);
  yield '"}]}}';
}

async function send(to, text) {
  if (!to.write(text)) {
    await new Promise((resolve) => {
      const resume = () => (to.off('drain', resume), to.off('close', resume), resolve());
      to.on('drain', resume).on('close', resume);
    });
  }
  // let other requests run: after a second without reading, the server closes connections that have new requests
  await new Promise(setImmediate);
}

function overStdio() {
  let previous = Promise.resolve();
  createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line);
    if (request.id === undefined || !request.method) return;
    // send one response after the other, because their chunks must not mix
    previous = previous.then(async () => {
      for await (const part of answer(request, TOOLS)) await send(process.stdout, part);
      await send(process.stdout, '\n');
    });
  });
}

function overHttp(port) {
  const streams = new Map();
  let sessions = 0;
  const messageOf = async (request) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks));
  };
  const listen = (session, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    streams.set(session, response);
    response.once('close', () => streams.delete(session));
  };
  createServer({ keepAliveTimeout: 20_000 }, async (request, response) => {
    const session = request.headers['mcp-session-id'];
    if (request.url === '/change') {
      for (const stream of streams.values()) stream.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
      return response.end(String(streams.size));
    }
    if (request.method === 'GET') return listen(session, response);
    if (request.method === 'DELETE') return streams.get(session)?.end(), response.writeHead(204).end();
    const message = await messageOf(request);
    if (message.id === undefined || !message.method) return response.writeHead(202).end();
    const [, count] = request.url.split('/');
    const sessionHeaders = message.method === 'initialize' ? { 'Mcp-Session-Id': `s-${(sessions += 1)}` } : {};
    response.writeHead(200, { 'Content-Type': 'application/json', ...sessionHeaders });
    for await (const part of answer(message, count === 'mcp' ? TOOLS : numberedTools(Number(count)))) {
      if (response.destroyed) return undefined;
      await send(response, part);
    }
    return response.end();
  }).listen(port, '127.0.0.1');
}

if (process.argv[2] === 'stdio') overStdio();
else overHttp(Number(process.argv[3]));
