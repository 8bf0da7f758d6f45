// Manages the processes of a test run. Each has a fixed port, can be restarted, and provides its last output.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { within } from './time-limit.js';

const READY_TIMEOUT_MILLIS = 120_000;
const END_TIMEOUT_MILLIS = 60_000;
// nginx uses a variable with its name for inherited sockets
const { NGINX: _, ...environment } = process.env;

export const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

export async function waitFor(name, condition, millis = READY_TIMEOUT_MILLIS) {
  const end = Date.now() + millis;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`timeout after ${millis / 1000} s: ${name}`);
    await pause(50);
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const listens = (port, host = '127.0.0.1') => new Promise((resolve) => {
  const socket = connect(port, host);
  const finish = (answer) => () => (socket.destroy(), resolve(answer));
  socket.once('connect', finish(true)).once('error', finish(false));
});

/** Folder for all files of a run, which is removed at its end. */
export const folder = mkdtempSync(join(tmpdir(), 'plimsoll-run-'));
const processes = [];

/** A process that can be ended and started again with the same port. */
export class ManagedProcess {
  #output = '';

  constructor(name, port, command, ready = () => listens(port), env = {}) {
    Object.assign(this, { name, port, command, ready, env, child: undefined });
    processes.push(this);
  }

  async start() {
    this.launch();
    await waitFor(`${this.name} is ready`, () => {
      if (this.ended || this.child.pid === undefined) throw new Error(`${this.name} has ended: ${this.#output}`);
      return this.ready();
    });
  }

  /** Starts the program without waiting until it is ready. */
  launch() {
    const [program, ...args] = this.command;
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...this.env } });
    this.closed = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (bytes) => (this.#output = (this.#output + bytes).slice(-20_000)));
    this.child.once('error', (error) => (this.#output += error));
  }

  get ended() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Sends a signal and waits for the end. If the program does not end, kills it and throws. */
  async end(signal = 'SIGTERM') {
    if (!this.child?.pid || this.ended) return;
    this.child.kill(signal);
    try {
      await within(END_TIMEOUT_MILLIS, this.closed);
    } catch (error) {
      this.child.kill('SIGKILL');
      throw new Error(`${this.name} after ${signal}: ${error.message}`, { cause: error });
    }
  }

  output = () => this.#output;

  /** Returns the last output of the program, and earlier warnings. */
  log() {
    const [earlier, last] = [this.#output.slice(0, -1500), this.#output.slice(-1500)];
    const warnings = earlier.split('\n').filter((line) => / (WARN|ERROR) /.test(line)).slice(-20);
    return [`--- last output of ${this.name}`, ...warnings, last].join('\n');
  }
}

/** Ends all programs and removes them from the list. */
export const endAll = () => Promise.all(processes.splice(0).map((program) => program.end()));

export async function closeAll() {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
}

export const logs = () => processes.map((program) => program.log()).join('\n');
