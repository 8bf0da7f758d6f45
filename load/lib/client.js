// Clients of a gateway: sessions of 2025-11-25 with their streams, clients of 2026-07-28, and REST. Each call returns its duration.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { items, LEGACY, MODERN, nextCursor, requestMeta, responseIn } from '../../replicas/lib/client.js';

export { items, nextCursor };

const TIMEOUT_MILLIS = 120_000;

/** HTTP client with its own connections and an optional token. */
export class HttpClient {
  constructor(origin, token) {
    this.origin = origin;
    this.agent = new Agent({ keepAlive: true });
    this.common = token ? { Authorization: `Bearer ${token}` } : {};
  }

  open(method, path, headers) {
    const sent = request(new URL(path, this.origin), { method, agent: this.agent, headers: { ...this.common, ...headers } });
    sent.setTimeout(TIMEOUT_MILLIS, () => sent.destroy(new Error(`${method} ${path}: no data for ${TIMEOUT_MILLIS / 1000} s`)));
    return sent;
  }

  /** Returns headers and body of the response, and the milliseconds until its last byte. */
  async send(method, path, { headers = {}, body } = {}) {
    const start = performance.now();
    const sent = this.open(method, path, headers);
    sent.end(body);
    const [response] = await once(sent, 'response');
    const chunks = [];
    for await (const chunk of response) chunks.push(chunk);
    const millis = performance.now() - start;
    const text = Buffer.concat(chunks).toString();
    return { status: response.statusCode, headers: response.headers, text, millis };
  }

  /** Sends a request, and closes the connection after `after` milliseconds, without waiting for the response. */
  async sendAndDisconnect(method, path, { headers, body }, after) {
    const sent = this.open(method, path, headers);
    sent.on('error', () => {});
    sent.end(body);
    await new Promise((resolve) => setTimeout(resolve, after));
    sent.destroy();
  }

  /** Opens an event stream. `text` has the last events received. */
  async stream(path, headers = {}, { method = 'GET', body } = {}) {
    const sent = this.open(method, path, { Accept: 'text/event-stream', ...headers });
    sent.setTimeout(0);
    sent.end(body);
    const [response] = await once(sent, 'response');
    assert.equal(response.statusCode, 200, `${path} as a stream`);
    const stream = { text: '', close: () => sent.destroy() };
    sent.on('error', () => {});
    response.on('error', () => {});
    response.setEncoding('utf8').on('data', (text) => (stream.text = (stream.text + text).slice(-10_000)));
    return stream;
  }

  close() {
    this.agent.destroy();
  }
}

const POST_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

async function post(web, path, headers, message) {
  const answer = await web.send('POST', path, { headers: { ...POST_HEADERS, ...headers }, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  return { ...answer, message: responseIn(answer.headers['content-type'], answer.text) };
}

function resultOf(name, { status, message, text, millis }) {
  assert.ok(message?.result, `${name}: ${status} ${text.slice(0, 500)}`);
  return { result: message.result, millis };
}

/** Calls tools. Subclasses send the messages. */
class Client {
  #lastId = 0;

  async request(method, params = {}) {
    this.#lastId += 1;
    return resultOf(`${method} ${params.name ?? ''}`, await this.send({ id: this.#lastId, method, params }));
  }

  call(name, args = {}) {
    return this.request('tools/call', { name, arguments: args });
  }

  read(cursor, args = {}) {
    return this.call('plimsoll_read', { cursor, ...args });
  }
}

/** Client of 2026-07-28 at an endpoint. */
export class ModernClient extends Client {
  constructor(web, path) {
    super();
    Object.assign(this, { web, path });
  }

  static headers = ({ method, params }) => ({ 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...(params.name && { 'Mcp-Name': params.name }), ...(params.uri && { 'Mcp-Name': params.uri }) });

  static withMeta = ({ id, method, params }) => ({ id, method, params: { ...params, _meta: requestMeta } });

  send(message) {
    return post(this.web, this.path, ModernClient.headers(message), ModernClient.withMeta(message));
  }

  callAndDisconnect(name, args, after) {
    const message = { id: 1, method: 'tools/call', params: { name, arguments: args } };
    const body = JSON.stringify({ jsonrpc: '2.0', ...ModernClient.withMeta(message) });
    return this.web.sendAndDisconnect('POST', this.path, { headers: { ...POST_HEADERS, ...ModernClient.headers(message) }, body }, after);
  }

  /** Opens a stream of change notifications. */
  listen() {
    const message = { id: 1, method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } };
    const body = JSON.stringify({ jsonrpc: '2.0', ...ModernClient.withMeta(message) });
    return this.web.stream(this.path, { ...POST_HEADERS, ...ModernClient.headers(message) }, { method: 'POST', body });
  }
}

/** Session of 2025-11-25. */
export class Session extends Client {
  static async open(web, path) {
    const session = Object.assign(new Session(), { web, path, id: undefined, stream: undefined });
    const initializeParams = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'load', version: '1' } };
    const answer = await session.send({ id: 0, method: 'initialize', params: initializeParams });
    resultOf('initialize', answer);
    session.id = answer.headers['mcp-session-id'];
    assert.ok(session.id, 'a session has an id');
    session.millis = answer.millis;
    assert.equal((await session.send({ method: 'notifications/initialized' })).status, 202);
    return session;
  }

  headers() {
    return { 'MCP-Protocol-Version': LEGACY, ...(this.id && { 'Mcp-Session-Id': this.id }) };
  }

  send(message) {
    return post(this.web, this.path, this.headers(), message);
  }

  async listen() {
    this.stream = await this.web.stream(this.path, this.headers());
  }

  async end() {
    const { status } = await this.web.send('DELETE', this.path, { headers: this.headers() });
    assert.equal(status, 204);
    this.stream?.close();
  }
}

/** Reads all pages. Calls `onPage` with the items and position of each page, and `onMillis` with its duration. */
export async function readAllPages(client, first, onPage, { onMillis = () => {}, args = {} } = {}) {
  let count = 0;
  let pages = 0;
  for (let result = first; ; ) {
    const pageItems = items(result);
    onPage(pageItems, count);
    count += pageItems.length;
    pages += 1;
    const cursor = nextCursor(result);
    if (!cursor) return { count, pages };
    assert.ok(pageItems.length > 0, 'a page without items has no next page');
    const read = await client.read(cursor, args);
    onMillis(read.millis);
    result = read.result;
  }
}
