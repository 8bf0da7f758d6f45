// Programs that can be ended and started again, a folder for what they leave, and what has to be undone in the end.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const PATIENCE = 120_000;
// nginx takes a variable of its own name for sockets that it inherits
const { NGINX: _, ...environment } = process.env;

export const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

export async function eventually(what, holds, millis = PATIENCE) {
  const end = Date.now() + millis;
  for (;;) {
    const found = await holds();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${millis / 1000} s: ${what}`);
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
  const say = (answer) => () => (socket.destroy(), resolve(answer));
  socket.once('connect', say(true)).once('error', say(false));
});

/** A program that can be ended and started again; its port stays the same. */
class Program {
  #said = '';

  constructor(name, port, command, ready = () => listens(port), env = {}) {
    Object.assign(this, { name, port, command, ready, env, child: undefined });
  }

  async start() {
    await this.launch();
    await eventually(`${this.name} is there`, () => {
      if (this.child.exitCode !== null || this.child.pid === undefined) throw new Error(`${this.name} has ended: ${this.#said}`);
      return this.ready();
    });
  }

  /** Without waiting until it is there. */
  async launch() {
    const [program, ...args] = this.command;
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...this.env } });
    this.over = once(this.child, 'close');
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (bytes) => (this.#said = (this.#said + bytes).slice(-20_000)));
    this.child.once('error', (error) => (this.#said += error));
  }

  /** With which signal, and until it is over. */
  async end(signal = 'SIGTERM') {
    if (!this.child?.pid || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill(signal);
    await this.over;
  }

  /** What it said last, and of what it warned before. */
  log() {
    const [before, last] = [this.#said.slice(0, -1500), this.#said.slice(-1500)];
    const warned = before.split('\n').filter((line) => / (WARN|ERROR) /.test(line)).slice(-20);
    return [`--- what ${this.name} said last`, ...warned, last].join('\n');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-programs-'));
const programs = [];
const undone = [];

/** A program that ends with us at the latest. */
export function add(...what) {
  programs.push(new Program(...what));
  return programs.at(-1);
}

/** A new folder, which is gone in the end. */
export function place(name) {
  const made = join(folder, name);
  mkdirSync(made);
  return made;
}

/** What has to be undone when all programs have ended. */
export const atEnd = (undo) => undone.unshift(undo);

export async function closeAll() {
  await Promise.all(programs.map((program) => program.end()));
  for (const undo of undone.splice(0)) await undo();
  rmSync(folder, { recursive: true, force: true });
}

/** Ends what has been started so far and undoes what has been done, and forgets it; the folder stays. */
export async function clear() {
  await Promise.all(programs.splice(0).map((program) => program.end()));
  for (const undo of undone.splice(0)) await undo();
}

export const logs = () => programs.map((program) => program.log()).join('\n');
