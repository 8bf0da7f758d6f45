// Streamable HTTP at /mcp on a free local port, for requests of both eras.

import { createServer } from 'node:http';
import { errorMember, INVALID_REQUEST, PARSE, RpcError, UNSUPPORTED_VERSION } from './errors.js';
import { checkHeaders } from './headers.js';
import { answerModern, isModern, VERSION } from './modern.js';
import { Sessions } from './sessions.js';

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const statuses = { [-32601]: 404, [-32603]: 500 };

export function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function refuse(response, status, error, id = null) {
  json(response, status, { jsonrpc: '2.0', id, error: errorMember(error) });
}

export class Events {
  constructor(response) {
    this.response = response;
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    response.flushHeaders();
  }

  write(data, fields = '') {
    this.response.write(`${fields}data: ${data === undefined ? '' : JSON.stringify(data)}\n\n`);
  }

  end() {
    this.response.end();
  }
}

async function modern(message, headers, response) {
  try {
    checkHeaders(message, headers);
  } catch (error) {
    return refuse(response, 400, error, message.id);
  }
  if (message.id === undefined) return response.writeHead(202).end();
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  let events;
  const send = (notification) => (events ??= new Events(response)).write(notification);
  const answer = await answerModern(message, send, gone.signal);
  if (!events) return json(response, answer.error ? (statuses[answer.error.code] ?? 400) : 200, answer);
  events.write(answer);
  return events.end();
}

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks));
}

export function serveHttp(eras, ready) {
  const sessions = new Sessions();

  async function post(request, response) {
    let message;
    try {
      message = await body(request);
    } catch {
      return refuse(response, 400, new RpcError(PARSE, 'Parse error'));
    }
    const now = isModern(message) || request.headers['mcp-protocol-version'] === VERSION;
    if (now && eras.modern) return modern(message, request.headers, response);
    if (eras.legacy) return sessions.post(message, request, response);
    const requested = message.params?.protocolVersion ?? 'none';
    return refuse(response, 400, new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', { supported: [VERSION], requested }), message.id);
  }

  function handle(request, response) {
    const { host, origin } = request.headers;
    if (!LOCAL.test(host) || (origin !== undefined && !LOCAL.test(origin.replace(/^https?:\/\//, '')))) {
      return refuse(response, 403, new RpcError(INVALID_REQUEST, 'a foreign host or origin'));
    }
    if (request.url !== '/mcp') return response.writeHead(404).end();
    if (request.method === 'POST') return post(request, response);
    if (request.method === 'GET' && eras.legacy) return sessions.get(request, response);
    if (request.method === 'DELETE' && eras.legacy) return sessions.remove(request, response);
    return response.writeHead(405).end();
  }

  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1', () => ready(`http://127.0.0.1:${server.address().port}/mcp`));
}
