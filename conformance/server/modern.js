// Requests of 2026-07-28: each is complete, and the server sends no requests to the client.

import { changes } from './changes.js';
import { errorMember, INVALID_PARAMS, METHOD_NOT_FOUND, missingCapability, RpcError, UNSUPPORTED_VERSION } from './errors.js';
import { capabilities, levels, methods, serverInfo } from './methods.js';
import { pause } from './pause.js';
import { capability, fits } from './input-requests.js';
import { sign, verify } from './signed-state.js';
import { EXTENSION, taskMethods } from './tasks.js';

export const VERSION = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';
const CACHED = ['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read'];

const all = { ...methods, ...taskMethods };
const meta = (params, key) => params?._meta?.[PREFIX + key];

export const isModern = ({ method, params }) => meta(params, 'protocolVersion') !== undefined || method === 'server/discover';

/** Thrown to end a call that needs input. */
class InputRequired {
  constructor(inputRequests, requestState) {
    this.result = { resultType: 'input_required', inputRequests, ...(requestState === undefined ? {} : { requestState }) };
  }
}

class Call {
  resourceNotFound = INVALID_PARAMS;
  #params;
  #notify;
  #signal;
  #target;
  #hadState;
  #said;

  constructor({ method, params }, notify, signal) {
    this.#params = params;
    this.#notify = notify;
    this.#signal = signal;
    this.#target = `${method} ${params.name ?? params.uri}`;
    this.#hadState = params.requestState !== undefined;
    this.#said = { ...(this.#hadState ? verify(params.requestState, this.#target) : {}), ...this.#responses() };
  }

  #responses() {
    const { inputResponses } = this.#params;
    if (inputResponses === undefined) return {};
    if (typeof inputResponses !== 'object' || inputResponses === null || Array.isArray(inputResponses)) {
      throw new RpcError(INVALID_PARAMS, 'inputResponses must be an object');
    }
    return inputResponses;
  }

  async ask(asked, options = {}) {
    for (const { method } of Object.values(asked)) this.needs(capability[method]);
    const complete = !options.sealed || this.#hadState;
    const open = Object.entries(asked).filter(([key, { method }]) => !complete || !fits(method, this.#said[key]));
    if (open.length === 0) return Object.fromEntries(Object.keys(asked).map((key) => [key, this.#said[key]]));
    const fitting = Object.entries(this.#said).filter(([key]) => !(key in asked) || !open.some(([each]) => each === key));
    const state = options.sealed ? sign(Object.fromEntries(fitting), this.#target) : undefined;
    throw new InputRequired(Object.fromEntries(open), state);
  }

  can(name) {
    return meta(this.#params, 'clientCapabilities')[name] !== undefined;
  }

  hasExtension(name) {
    return meta(this.#params, 'clientCapabilities').extensions?.[name] !== undefined;
  }

  needs(name) {
    if (!this.can(name)) throw missingCapability({ [name]: {} });
  }

  progress(progress, total) {
    const progressToken = this.#params._meta.progressToken;
    if (progressToken !== undefined) this.#notify('notifications/progress', { progressToken, progress, total });
  }

  log(level, data) {
    const wanted = levels.indexOf(meta(this.#params, 'logLevel'));
    if (wanted >= 0 && levels.indexOf(level) >= wanted) this.#notify('notifications/message', { level, logger: 'fixture', data });
  }

  pause(millis) {
    return pause(millis, this.#signal);
  }

  letGo() {}
}

function check({ params }) {
  const version = meta(params, 'protocolVersion');
  if (typeof version !== 'string') throw new RpcError(INVALID_PARAMS, `_meta needs ${PREFIX}protocolVersion`);
  if (version !== VERSION) {
    throw new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', { supported: [VERSION], requested: version });
  }
  const declared = meta(params, 'clientCapabilities');
  if (typeof declared !== 'object' || declared === null) throw new RpcError(INVALID_PARAMS, `_meta needs ${PREFIX}clientCapabilities`);
}

/** Sends notifications of changes until the request ends. */
function listen({ id, params }, notify, signal) {
  const wanted = params.notifications ?? {};
  const tagged = { _meta: { [`${PREFIX}subscriptionId`]: id } };
  const granted = {};
  for (const list of ['tools', 'prompts']) if (wanted[`${list}ListChanged`]) granted[`${list}ListChanged`] = true;
  if (wanted.resourceSubscriptions) granted.resourceSubscriptions = wanted.resourceSubscriptions;
  notify('notifications/subscriptions/acknowledged', { notifications: granted, ...tagged });
  const tell = (list) => granted[`${list}ListChanged`] && notify(`notifications/${list}/list_changed`, tagged);
  changes.on('change', tell);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => (changes.off('change', tell), resolve(tagged)), { once: true });
  });
}

async function result(request, notify, signal) {
  check(request);
  if (request.method === 'server/discover') {
    return { supportedVersions: [VERSION], capabilities: { ...capabilities, extensions: { [EXTENSION]: {} } } };
  }
  if (request.method === 'subscriptions/listen') return listen(request, notify, signal);
  if (!Object.hasOwn(all, request.method)) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${request.method}`);
  return all[request.method](request.params, new Call(request, notify, signal));
}

/** Returns the response to a request; messages before it go to `send`. */
export async function answerModern(request, send, signal) {
  const envelope = { jsonrpc: '2.0', id: request.id };
  const notify = (method, params) => signal.aborted || send({ jsonrpc: '2.0', method, params });
  try {
    const made = await result(request, notify, signal).catch((thrown) => {
      if (thrown instanceof InputRequired) return thrown.result;
      throw thrown;
    });
    const cached = CACHED.includes(request.method) ? { ttlMs: 0, cacheScope: 'private' } : {};
    return {
      ...envelope,
      result: { resultType: 'complete', ...made, ...cached, _meta: { ...made._meta, [`${PREFIX}serverInfo`]: serverInfo } },
    };
  } catch (error) {
    return { ...envelope, error: errorMember(error) };
  }
}
