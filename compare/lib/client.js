// A client of MCP over stdio that also returns the text of each response, because JSON.parse changes some values (such as long numbers).

import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { memoryOf, treeOf } from './processes.js';

const NEWLINE = 10;

/** No response arrived in time, or the process ended. */
export class NoAnswer extends Error {}

/** Starts a server, initializes it, and lists its tools. `startMillis` of the session is the time from the start of the process to the
 * response to tools/list. */
export async function open(command, { timeout = 60_000 } = {}) {
  const session = new Session(command);
  await session.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'compare', version: '1.0.0' } }, timeout);
  session.notify('notifications/initialized');
  const { message, text } = await session.request('tools/list', {}, timeout);
  session.startMillis = performance.now() - session.started;
  session.tools = message.result?.tools ?? [];
  session.toolsText = text;
  return session;
}

export class Session {
  #child;
  #chunks = [];
  #waiting = new Map();
  #next = 1;
  #said = [];

  constructor({ command, args = [], env = {}, cwd }) {
    this.started = performance.now();
    this.#child = spawn(command, args, { env: { ...process.env, ...env }, cwd, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#child.stdout.on('data', (chunk) => this.#receive(chunk));
    this.#child.stderr.on('data', (chunk) => {
      this.#said.push(String(chunk));
      if (this.#said.length > 200) this.#said.shift();
    });
    this.#child.stdin.on('error', () => {});
    this.#child.on('error', (error) => this.#fail(`cannot start: ${error.message}`));
    this.exited = new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => {
        this.#fail(`the process ended (${signal ?? code})`);
        resolve();
      });
    });
  }

  get pid() {
    return this.#child.pid;
  }

  get isAlive() {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Returns the end of standard error. */
  log() {
    return this.#said.join('').slice(-2_000);
  }

  /** Sends a request and returns its response: {message, text, millis}; with `invalid` and without `message` if the response is not JSON.
   * */
  request(method, params, timeout = 60_000) {
    const id = this.#next;
    this.#next += 1;
    return this.#wait(id, `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}\n`, timeout);
  }

  /** Calls a tool. Returns the response as `request` does, and its result as `result`. */
  async call(name, args = {}, timeout = 60_000) {
    const answer = await this.request('tools/call', { name, arguments: args }, timeout);
    return { ...answer, result: answer.message?.result };
  }

  notify(method) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
  }

  #wait(id, line, timeout) {
    if (!this.isAlive) return Promise.reject(new NoAnswer('the process has ended'));
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new NoAnswer(`no answer in ${timeout / 1000} s`));
      }, timeout);
      this.#waiting.set(id, {
        resolve: (found) => {
          clearTimeout(timer);
          resolve({ ...found, millis: performance.now() - begun });
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#child.stdin.write(line);
    });
  }

  #receive(chunk) {
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
      this.#chunks.push(rest.subarray(0, at));
      const line = Buffer.concat(this.#chunks).toString('utf8');
      this.#chunks = [];
      rest = rest.subarray(at + 1);
      if (line.trim() !== '') this.#take(line);
    }
    if (rest.length > 0) this.#chunks.push(rest);
  }

  #take(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch (error) {
      // the id shows which request this invalid response belongs to; it is looked up near the beginning and the end of the text
      const id = Number(/"id":\s*(\d+)/.exec(text.slice(0, 200))?.[1] ?? /"id":\s*(\d+)[^"]*$/.exec(text.slice(-200))?.[1]);
      this.#settle(id, { text, message: undefined, invalid: error.message });
      return;
    }
    if (message.method !== undefined) this.#reply(message);
    else this.#settle(message.id, { text, message });
  }

  #reply(message) {
    if (message.id === undefined) return;
    const body = message.method === 'ping' ? { result: {} } : message.method === 'roots/list' ? { result: { roots: [] } } : { error: { code: -32601, message: 'not supported' } };
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body })}\n`);
  }

  #settle(id, found) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve(found);
  }

  #fail(reason) {
    for (const waiting of this.#waiting.values()) waiting.reject(new NoAnswer(reason));
    this.#waiting.clear();
  }

  /** Returns the resident megabytes of this process and its children, except the upstream. */
  memory(isUpstream) {
    return memoryOf(this.pid, isUpstream);
  }

  /** Closes standard input, waits up to two seconds for the process to end, and kills all processes that still run. */
  async end() {
    const pids = treeOf(this.pid);
    this.#child.stdin.end();
    const gone = await Promise.race([this.exited.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), 2_000).unref())]);
    for (const pid of pids) kill(pid);
    if (!gone) await this.exited;
  }

  /** Ends the process at once, as a crash would. */
  async kill() {
    for (const pid of treeOf(this.pid)) kill(pid);
    await this.exited;
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
