// plimsoll serve as a process, and clients of third parties that connect to it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { environment, folder, plimsoll } from './paths.js';
import { waitFor } from './assertions.js';
import { register } from './report.js';

/** A program that serves until it is ended; `ready` waits for a pattern with one group in its output. */
export class Program {
  #said = '';

  constructor(name, command, { env = {}, ...options } = {}) {
    this.name = name;
    const [program, ...args] = command;
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...env }, ...options });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.on('data', (chunk) => (this.#said = (this.#said + chunk).slice(-200_000)));
    }
    this.over = once(this.child, 'close');
  }

  async ready(pattern) {
    await waitFor(`${this.name} is ready`, () => {
      assert.ok(this.child.exitCode === null, `${this.name} has ended`);
      return pattern.test(this.#said);
    }, 60_000);
    return pattern.exec(this.#said)[1];
  }

  log() {
    return this.#said;
  }

  async end() {
    const below = descendants(this.child.pid);
    const start = performance.now();
    this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), 60_000);
    await this.over;
    clearTimeout(late);
    const millis = performance.now() - start;
    assert.ok(millis < 10_000, `${this.name} took ${Math.round(millis)} ms to end`);
    assert.doesNotMatch(this.log(), /internal error/);
    await waitFor('its child processes end with it', () => below.every((pid) => !existsSync(`/proc/${pid}`)));
  }

  async abandon() {
    this.child.kill('SIGKILL');
    await this.over;
  }
}

/** Starts plimsoll serve with the given configuration; its endpoints are `${at}/NAME`. */
export async function gateway(servers, { env, scheme = 'http', ...configuration } = {}) {
  const place = mkdtempSync(join(folder, 'serve-'));
  const file = join(place, 'plimsoll.json');
  writeFileSync(file, JSON.stringify({ listen: '127.0.0.1:0', servers, ...configuration }));
  const program = register(new Program('plimsoll serve', [plimsoll, 'serve', '--config', file, '--data', join(place, 'data')], { env }));
  program.at = await program.ready(new RegExp(`serving at=(${scheme}://\\S+/mcp)\\s`));
  program.origin = new URL(program.at).origin;
  return program;
}

const connecting = (ClientType, TransportType) => async (url, { client = {}, transport = {}, prepare } = {}) => {
  const made = new ClientType({ name: 'plimsoll-clients', version: '1.0.0' }, client);
  const faults = [];
  made.onerror = (error) => faults.push(error);
  prepare?.(made);
  const line = new TransportType(new URL(url), transport);
  await made.connect(line);
  return { client: made, transport: line, faults };
};

/** The SDK's version 1 (up to 2025-11-25), over HTTP. */
export const legacyAt = connecting(Client, StreamableHTTPClientTransport);

/** The SDK's version 2, over HTTP; `era` is its negotiation mode. */
export function modernAt(url, { era = { pin: '2026-07-28' }, client, ...options } = {}) {
  const negotiating = { versionNegotiation: { mode: era }, ...client };
  return connecting(ModernClient, ModernTransport)(url, { ...options, client: negotiating });
}

/** Ends a session with DELETE. */
export async function leave({ client, transport }) {
  await transport.terminateSession();
  await client.close();
}

/** Returns all descendants of a process (Linux). */
export function descendants(pid) {
  const parents = new Map();
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${each}/stat`, 'latin1');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      parents.set(parent, [...(parents.get(parent) ?? []), Number(each)]);
    } catch {
      // the process has ended
    }
  }
  const below = [];
  for (let open = [pid]; open.length > 0; ) {
    const next = parents.get(open.pop()) ?? [];
    below.push(...next);
    open.push(...next);
  }
  return below;
}

/** Returns the descendants whose command line contains a text. */
export function running(program, what) {
  return descendants(program.child.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(what);
    } catch {
      return false;
    }
  });
}

export const stop = (pid) => process.kill(pid, 'SIGKILL');
