// Clients of 2026-07-28, which repeat requests if that is safe, sessions of 2025-11-25, and sessions over HTTP+SSE.

import assert from 'node:assert/strict';
import { pause } from './managed-process.js';

export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';
const MAX_ATTEMPTS = 40;
const RETRY_MILLIS = 100;
const TIMEOUT_MILLIS = 30_000;
const PAGE = 'dev.plimsoll/page';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const requestMeta = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'replicas', version: '1' },
  [CAPABILITIES]: {},
};

/** Returns the response in a body of either content type, or undefined. */
export function responseIn(type, text) {
  if (!type?.startsWith('text/event-stream')) return type?.startsWith('application/json') && text ? JSON.parse(text) : undefined;
  const messages = text.split('\n').filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)));
  return messages.find((each) => each.id !== undefined && !each.method);
}

async function post(url, body, headers) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  const message = responseIn(response.headers.get('content-type'), await response.text());
  return { status: response.status, answeredBy: response.headers.get('x-answered-by'), session: response.headers.get('mcp-session-id'), message };
}

/** Sends one request of 2026-07-28 without repeating it. With `canElicit`, the client declares elicitation. */
export function postModern(url, method, params = {}, { canElicit = false, server = 'harbour', ...more } = {}) {
  const headers = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...(params.name && { 'Mcp-Name': params.name }), ...more };
  const _meta = canElicit ? { ...requestMeta, [CAPABILITIES]: { elicitation: {} } } : requestMeta;
  return post(`${url}/mcp/${server}`, { id: 1, method, params: { ...params, _meta } }, headers);
}

/** Returns whether a request can be repeated safely: there was no response, or the response says that the tool did not run. */
const canRepeat = ({ status, message }) => [502, 503, 504].includes(status)
  || (status === 200 && (message === undefined || message.error?.data?.error?.code === 'UPSTREAM_UNAVAILABLE'));

/** Sends a request until there is a result. Counts requests and repetitions in `counts`. */
export async function result(url, method, params, counts = {}) {
  counts.requests = (counts.requests ?? 0) + 1;
  for (let attempts = 1; ; attempts += 1) {
    let answer;
    try {
      answer = await postModern(url, method, params);
    } catch (error) {
      if (attempts === MAX_ATTEMPTS) throw error;
    }
    if (answer && !canRepeat(answer)) {
      assert.ok(answer.message?.result, `${method}: ${answer.status} ${JSON.stringify(answer.message)}`);
      return { ...answer, result: answer.message.result };
    }
    assert.ok(attempts < MAX_ATTEMPTS, `${method}: ${MAX_ATTEMPTS} attempts, last response ${JSON.stringify(answer)?.slice(0, 500)}`);
    counts.repeated = (counts.repeated ?? 0) + 1;
    await pause(RETRY_MILLIS);
  }
}

export const nextCursor = (answer) => answer._meta?.[PAGE]?.nextCursor;

/** Returns the items of a page, or of a list that passed. */
export function items(answer) {
  assert.notEqual(answer.isError, true, JSON.stringify(answer).slice(0, 1000));
  const contents = JSON.parse(answer.content.at(-1).text);
  return answer._meta?.[PAGE] ? contents.items : contents;
}

/** Calls a tool and reads all pages of its result. `between` runs before each follow-up read. */
export async function readAllPages(url, tool, { between = () => {}, counts = {} } = {}) {
  let { result: page, answeredBy } = await result(url, 'tools/call', { name: tool, arguments: {} }, counts);
  const all = items(page);
  const replicas = new Set([answeredBy]);
  let pages = 1;
  for (let cursor = nextCursor(page); cursor; cursor = nextCursor(page)) {
    await between(pages);
    ({ result: page, answeredBy } = await result(url, 'tools/call', { name: 'plimsoll_read', arguments: { cursor } }, counts));
    all.push(...items(page));
    replicas.add(answeredBy);
    pages += 1;
    assert.ok(pages < 1000, 'the number of pages is limited');
  }
  return { all, pages, replicas };
}

/** A session of 2025-11-25. */
export class Session {
  static async open(url) {
    const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'replicas', version: '1' } };
    const { status, session, answeredBy } = await post(`${url}/mcp/harbour`, { id: 0, method: 'initialize', params }, {});
    assert.equal(status, 200);
    assert.ok(session);
    const newSession = Object.assign(new Session(), { url, id: session, answeredBy });
    assert.equal((await newSession.send({ method: 'notifications/initialized' })).status, 202);
    return newSession;
  }

  send(body) {
    return post(`${this.url}/mcp/harbour`, body, { 'Mcp-Session-Id': this.id, 'MCP-Protocol-Version': LEGACY });
  }

  call(name, args = {}) {
    return this.send({ id: 1, method: 'tools/call', params: { name, arguments: args } });
  }
}

/** A session over HTTP+SSE, the transport of 2024-11-05. */
export class SseSession {
  #reader;
  #text = '';

  static async open(url) {
    const session = new SseSession();
    session.aborter = new AbortController();
    const response = await fetch(`${url}/sse/harbour`, { headers: { Accept: 'text/event-stream' }, signal: session.aborter.signal });
    assert.equal(response.status, 200);
    session.answeredBy = response.headers.get('x-answered-by');
    session.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    session.url = new URL((await session.#next('endpoint')).data, url).href;
    const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'replicas', version: '1' } };
    assert.ok((await session.#request('initialize', params)).result);
    assert.equal((await session.#post({ method: 'notifications/initialized' })).status, 202);
    return session;
  }

  #post(body) {
    const headers = { 'Content-Type': 'application/json' };
    return fetch(this.url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }), signal: AbortSignal.timeout(TIMEOUT_MILLIS) });
  }

  /** Returns the next event of this type. */
  async #next(type) {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end < 0) {
        const { value, done } = await this.#reader.read();
        assert.ok(!done, 'the event stream has ended');
        this.#text += value;
      } else {
        const lines = this.#text.slice(0, end).split('\n');
        this.#text = this.#text.slice(end + 2);
        const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        if (field('event') === type) return { data: field('data') };
      }
    }
  }

  async #request(method, params) {
    assert.equal((await this.#post({ id: 1, method, params })).status, 202);
    return JSON.parse((await this.#next('message')).data);
  }

  call(name, args = {}) {
    return this.#request('tools/call', { name, arguments: args });
  }

  close() {
    this.aborter.abort();
  }
}
