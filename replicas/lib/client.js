// Clients that repeat requests if the protocol allows it: 2026-07-28 without state, 2025-11-25 with a session.

import assert from 'node:assert/strict';
import { pause } from './program.js';

export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';
const TRIES = 40;
const WAIT = 100;
const SLOWEST = 30_000;
const PAGE = 'dev.plimsoll/page';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const about = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'replicas', version: '1' },
  [CAPABILITIES]: {},
};

/** Returns the response in a body of either content type, or undefined. */
export function answerIn(type, text) {
  if (!type?.startsWith('text/event-stream')) return type?.startsWith('application/json') && text ? JSON.parse(text) : undefined;
  const messages = text.split('\n').filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)));
  return messages.find((each) => each.id !== undefined && !each.method);
}

async function post(url, body, headers) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    signal: AbortSignal.timeout(SLOWEST),
  });
  const message = answerIn(response.headers.get('content-type'), await response.text());
  return { status: response.status, by: response.headers.get('x-answered-by'), session: response.headers.get('mcp-session-id'), message };
}

/** Sends one request of 2026-07-28, once; with `asked`, the client declares elicitation. */
export function modern(at, method, params = {}, { asked = false, server = 'harbour', ...more } = {}) {
  const headers = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...(params.name && { 'Mcp-Name': params.name }), ...more };
  const _meta = asked ? { ...about, [CAPABILITIES]: { elicitation: {} } } : about;
  return post(`${at}/mcp/${server}`, { id: 1, method, params: { ...params, _meta } }, headers);
}

/** Returns whether the request may be repeated: there was no response, or it says that the call was not made. */
const mayRepeat = ({ status, message }) => [502, 503, 504].includes(status)
  || (status === 200 && (message === undefined || message.error?.data?.error?.code === 'UPSTREAM_UNAVAILABLE'));

/** Returns the result and counts the tries. */
export async function result(at, method, params, counts = {}) {
  counts.requests = (counts.requests ?? 0) + 1;
  for (let tries = 1; ; tries += 1) {
    let answer;
    try {
      answer = await modern(at, method, params);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
    if (answer && !mayRepeat(answer)) {
      assert.ok(answer.message?.result, `${method}: ${answer.status} ${JSON.stringify(answer.message)}`);
      return { ...answer, result: answer.message.result };
    }
    assert.ok(tries < TRIES, `${method}: ${TRIES} tries, at last ${JSON.stringify(answer)?.slice(0, 500)}`);
    counts.again = (counts.again ?? 0) + 1;
    await pause(WAIT);
  }
}

export const nextCursor = (answer) => answer._meta?.[PAGE]?.nextCursor;

/** Returns the items of a page, or the full list if it passed. */
export function items(answer) {
  assert.notEqual(answer.isError, true, JSON.stringify(answer).slice(0, 1000));
  const shown = JSON.parse(answer.content.at(-1).text);
  return answer._meta?.[PAGE] ? shown.items : shown;
}

/** Calls a tool and reads its result to the end; `between` runs before each follow-up read. */
export async function walk(at, tool, { between = () => {}, counts = {} } = {}) {
  let { result: page, by } = await result(at, 'tools/call', { name: tool, arguments: {} }, counts);
  const all = items(page);
  const replicas = new Set([by]);
  let pages = 1;
  for (let cursor = nextCursor(page); cursor; cursor = nextCursor(page)) {
    await between(pages);
    ({ result: page, by } = await result(at, 'tools/call', { name: 'plimsoll_read', arguments: { cursor } }, counts));
    all.push(...items(page));
    replicas.add(by);
    pages += 1;
    assert.ok(pages < 1000, 'the walk ends');
  }
  return { all, pages, replicas };
}

/** A session of 2025-11-25. */
export class Session {
  static async open(at) {
    const opening = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'replicas', version: '1' } };
    const { status, session, by } = await post(`${at}/mcp/harbour`, { id: 0, method: 'initialize', params: opening }, {});
    assert.equal(status, 200);
    assert.ok(session);
    const made = Object.assign(new Session(), { at, id: session, by });
    assert.equal((await made.send({ method: 'notifications/initialized' })).status, 202);
    return made;
  }

  send(body) {
    return post(`${this.at}/mcp/harbour`, body, { 'Mcp-Session-Id': this.id, 'MCP-Protocol-Version': LEGACY });
  }

  call(name, args = {}) {
    return this.send({ id: 1, method: 'tools/call', params: { name, arguments: args } });
  }
}
