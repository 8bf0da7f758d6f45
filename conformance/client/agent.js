// A client of `plimsoll run`, of either era, line by line.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { environment, plimsoll } from '../lib/paths.js';
import { running, started } from './access.js';

const MODERN = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';
const clientInfo = { name: 'plimsoll-conformance', version: '1.0.0' };
const capabilities = { elicitation: {}, sampling: {}, roots: {} };
const ENDING = 5_000;

/** The input of this client's user and model: the proposed values, or else fixed ones. */
function answer(method, params) {
  if (method === 'roots/list') return { roots: [{ uri: 'file:///tmp', name: 'temporary' }] };
  if (method === 'sampling/createMessage') return { role: 'assistant', content: { type: 'text', text: 'Well.' }, model: 'none' };
  const { properties = {} } = params.requestedSchema ?? {};
  const said = ({ default: proposed, type }) => proposed ?? { boolean: true, number: 1, integer: 1, array: [] }[type] ?? 'text';
  return { action: 'accept', content: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, said(schema)])) };
}

export class Agent {
  #child = spawn(plimsoll, running, { stdio: ['pipe', 'pipe', 'inherit'], env: environment });
  #revision;
  #waiting = new Map();
  #over = once(this.#child, 'close');
  #last = 0;

  constructor(revision) {
    started.push(this.#child);
    this.#revision = revision;
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(JSON.parse(line)));
    this.#child.stdin.on('error', () => {});
    this.#over.then(() => this.#waiting.forEach(({ reject }) => reject(new Error('plimsoll run has ended'))));
  }

  /** Returns the server's capabilities. */
  async open() {
    if (this.#revision === MODERN) return this.#discover();
    const { capabilities: theirs } = await this.request('initialize', { protocolVersion: this.#revision, capabilities, clientInfo });
    this.#send({ method: 'notifications/initialized' });
    return theirs;
  }

  /** Repeats server/discover if the server refuses it although it supports this revision. */
  async #discover() {
    const discovered = await this.request('server/discover').catch((error) => {
      if (error.code === -32022 && error.data?.supported?.includes(MODERN)) return this.request('server/discover');
      if (error.code === -32601) return { capabilities: { tools: {} } };
      throw error;
    });
    return discovered.capabilities;
  }

  /** Returns the result of a request and answers input requests of modern servers. */
  async request(method, params = {}) {
    const result = await this.#once(method, params);
    if (result.resultType !== 'input_required') return result;
    const inputResponses = Object.fromEntries(
      Object.entries(result.inputRequests ?? {}).map(([key, asked]) => [key, answer(asked.method, asked.params)]),
    );
    const { requestState } = result;
    return this.request(method, { ...params, inputResponses, ...(requestState === undefined ? {} : { requestState }) });
  }

  #once(method, params) {
    this.#last += 1;
    const id = this.#last;
    const meta = {
      [`${PREFIX}protocolVersion`]: this.#revision,
      [`${PREFIX}clientInfo`]: clientInfo,
      [`${PREFIX}clientCapabilities`]: capabilities,
    };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params: this.#revision === MODERN ? { ...params, _meta: meta } : params });
    });
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #hear(message) {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.#send({ id: message.id, result: answer(message.method, message.params) });
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    const refused = message.error ?? refusal(message.result);
    if (refused) waiting?.reject(Object.assign(new Error(refused.message), refused));
    else waiting?.resolve(message.result);
  }

  async end() {
    this.#child.stdin.end();
    const late = setTimeout(() => this.#child.kill(), ENDING);
    await this.#over;
    clearTimeout(late);
  }
}

/** Returns Plimsoll's own error from a result. */
function refusal(result) {
  if (result?.isError !== true) return undefined;
  try {
    const { error } = JSON.parse(result.content[0].text);
    return { message: error.message, data: error };
  } catch {
    return undefined;
  }
}
