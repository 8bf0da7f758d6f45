// Sessions of legacy clients over HTTP: tool calls return an event stream that clients can resume after it breaks;
// all other requests return one JSON document.

import { randomUUID } from 'node:crypto';
import { INVALID_REQUEST, RpcError } from './errors.js';
import { Events, json, refuse } from './http.js';
import { LegacySession } from './legacy.js';

const RETRY_MILLIS = 200;

/** The messages of one stream, and its listener, if any. */
class Stream {
  #name;
  #said = [];
  #events;
  #over = false;

  constructor(name) {
    this.#name = name;
  }

  /** Continues after an event; 0 is the beginning. */
  attach(response, after, primed) {
    this.#events?.end();
    const events = new Events(response);
    this.#events = events;
    response.on('close', () => this.#events === events && (this.#events = undefined));
    if (primed) events.write(undefined, `id: ${this.#name}_0\nretry: ${RETRY_MILLIS}\n`);
    this.#said.slice(after).forEach((message, i) => this.#write(message, after + i + 1));
    if (this.#over) events.end();
  }

  send(message) {
    this.#said.push(message);
    this.#write(message, this.#said.length);
  }

  #write(message, number) {
    this.#events?.write(message, `id: ${this.#name}_${number}\n`);
  }

  letGo() {
    this.#events?.end();
    this.#events = undefined;
  }

  end() {
    this.#over = true;
    this.letGo();
  }
}

class HttpSession {
  id = randomUUID();
  #streams = new Map([['own', new Stream('own')]]);
  #byRequest = new Map();
  #session = new LegacySession(
    (message, related) => (this.#byRequest.get(related) ?? this.#streams.get('own')).send(message),
    (related) => this.#byRequest.get(related).letGo(),
  );

  async initialize(message, response) {
    json(response, 200, await this.#session.answer(message), { 'Mcp-Session-Id': this.id });
  }

  async post(message, response) {
    if (message.method === undefined || message.id === undefined) {
      this.#session.hear(message);
      return response.writeHead(202).end();
    }
    if (message.method !== 'tools/call') return json(response, 200, await this.#session.answer(message));
    const name = randomUUID();
    const stream = new Stream(name);
    this.#streams.set(name, stream);
    this.#byRequest.set(message.id, stream);
    stream.attach(response, 0, this.#session.version >= '2025-11-25');
    const answer = await this.#session.answer(message);
    this.#byRequest.delete(message.id);
    if (answer) stream.send(answer);
    return stream.end();
  }

  get(last, response) {
    const [name, number] = last === undefined ? ['own', undefined] : last.split('_');
    const stream = this.#streams.get(name);
    if (!stream) return refuse(response, 404, new RpcError(INVALID_REQUEST, 'no such event'));
    return stream.attach(response, number === undefined ? Number.MAX_SAFE_INTEGER : Number(number), false);
  }

  end() {
    this.#session.end();
    for (const stream of this.#streams.values()) stream.end();
  }
}

export class Sessions {
  #open = new Map();

  post(message, request, response) {
    if (message.method === 'initialize') {
      const session = new HttpSession();
      this.#open.set(session.id, session);
      return session.initialize(message, response);
    }
    return this.#session(request, response)?.post(message, response);
  }

  get(request, response) {
    return this.#session(request, response)?.get(request.headers['last-event-id'], response);
  }

  remove(request, response) {
    const session = this.#session(request, response);
    if (!session) return;
    this.#open.delete(session.id);
    session.end();
    response.writeHead(204).end();
  }

  #session(request, response) {
    const id = request.headers['mcp-session-id'];
    const session = this.#open.get(id);
    if (!session) refuse(response, id === undefined ? 400 : 404, new RpcError(INVALID_REQUEST, 'no such session'));
    return session;
  }
}
