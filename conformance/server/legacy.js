// A session of the revisions up to 2025-11-25, which begins with initialize.

import { changes } from './changes.js';
import { errorMember, INVALID_REQUEST, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND, RpcError } from './errors.js';
import { capabilities, levels, methods, serverInfo } from './methods.js';
import { pause } from './pause.js';
import { capability } from './input-requests.js';

const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

class Call {
  resourceNotFound = RESOURCE_NOT_FOUND;
  #session;
  #request;
  #signal;

  constructor(session, request, signal) {
    this.#session = session;
    this.#request = request;
    this.#signal = signal;
  }

  async ask(asked) {
    for (const { method } of Object.values(asked)) this.needs(capability[method]);
    const said = Object.entries(asked).map(async ([key, { method, params }]) => [key, await this.#session.ask(method, params, this.#request.id)]);
    return Object.fromEntries(await Promise.all(said));
  }

  can(name) {
    return this.#session.client[name] !== undefined;
  }

  needs(name) {
    if (!this.can(name)) throw new RpcError(INVALID_REQUEST, `needs a client with ${name}`);
  }

  progress(progress, total) {
    const progressToken = this.#request.params._meta?.progressToken;
    if (progressToken !== undefined) this.#session.notify('notifications/progress', { progressToken, progress, total }, this.#request.id);
  }

  log(level, data) {
    if (levels.indexOf(level) >= levels.indexOf(this.#session.level)) {
      this.#session.notify('notifications/message', { level, logger: 'fixture', data }, this.#request.id);
    }
  }

  pause(millis) {
    return pause(millis, this.#signal);
  }

  letGo() {
    this.#session.letGo(this.#request.id);
  }
}

export class LegacySession {
  client = {};
  level = 'debug';
  version;
  #send;
  #questions = new Map();
  #running = new Map();
  #tell = (list) => this.notify(`notifications/${list}/list_changed`);

  /** `send` gets a message and the id of the client's request to which it belongs, if any. */
  constructor(send, letGo = () => {}) {
    this.#send = send;
    this.letGo = letGo;
    changes.on('change', this.#tell);
  }

  end() {
    changes.off('change', this.#tell);
    for (const running of this.#running.values()) running.abort();
  }

  notify(method, params, related) {
    this.#send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }, related);
  }

  ask(method, params, related) {
    const id = `question-${this.#questions.size + 1}`;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve, reject });
      this.#send({ jsonrpc: '2.0', id, method, params }, related);
    });
  }

  /** Handles a response or a notification. */
  hear({ id, method, params, result, error }) {
    if (method === 'notifications/cancelled') this.#running.get(params.requestId)?.abort();
    if (method !== undefined) return;
    const question = this.#questions.get(id);
    if (error) question?.reject(new RpcError(error.code, error.message, error.data));
    else question?.resolve(result);
  }

  /** Returns the response to a request, or nothing if it was cancelled. */
  async answer(request) {
    const envelope = { jsonrpc: '2.0', id: request.id };
    const running = new AbortController();
    this.#running.set(request.id, running);
    try {
      return { ...envelope, result: await this.#result({ params: {}, ...request }, running.signal) };
    } catch (error) {
      return running.signal.aborted ? undefined : { ...envelope, error: errorMember(error) };
    } finally {
      this.#running.delete(request.id);
    }
  }

  async #result(request, signal) {
    const { method, params } = request;
    if (method === 'initialize') return this.#initialize(params);
    if (method === 'ping' || method === 'resources/subscribe' || method === 'resources/unsubscribe') return {};
    if (method === 'logging/setLevel') {
      this.level = params.level;
      return {};
    }
    if (!Object.hasOwn(methods, method)) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    return methods[method](params, new Call(this, request, signal));
  }

  #initialize({ protocolVersion, capabilities: declared }) {
    this.client = declared ?? {};
    this.version = VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0];
    return { protocolVersion: this.version, capabilities, serverInfo };
  }
}
