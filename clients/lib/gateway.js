// Starts plimsoll serve as a process, and connects clients of third parties to it.

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

/** A server process that runs until `end` is called. */
export class ServerProcess {
  #output = '';

  constructor(name, command, { env = {}, ...options } = {}) {
    this.name = name;
    const [program, ...args] = command;
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...env }, ...options });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.on('data', (chunk) => (this.#output = (this.#output + chunk).slice(-200_000)));
    }
    this.closed = once(this.child, 'close');
  }

  /** Waits until the pattern occurs in the output, and returns its first group. */
  async ready(pattern) {
    await waitFor(`${this.name} is ready`, () => {
      assert.ok(this.child.exitCode === null, `${this.name} has ended`);
      return pattern.test(this.#output);
    }, 60_000);
    return pattern.exec(this.#output)[1];
  }

  log() {
    return this.#output;
  }

  async end() {
    const childPids = descendants(this.child.pid);
    const start = performance.now();
    this.child.kill('SIGTERM');
    const killTimer = setTimeout(() => this.child.kill('SIGKILL'), 60_000);
    await this.closed;
    clearTimeout(killTimer);
    const millis = performance.now() - start;
    assert.ok(millis < 10_000, `${this.name} took ${Math.round(millis)} ms to end`);
    assert.doesNotMatch(this.log(), /internal error/);
    await waitFor('its child processes end with it', () => childPids.every((pid) => !existsSync(`/proc/${pid}`)));
  }

  async abandon() {
    this.child.kill('SIGKILL');
    await this.closed;
  }
}

/** Starts plimsoll serve with the given configuration; its endpoints are `${url}/NAME`. */
export async function startGateway(servers, { env, scheme = 'http', ...configuration } = {}) {
  const directory = mkdtempSync(join(folder, 'serve-'));
  const file = join(directory, 'plimsoll.json');
  writeFileSync(file, JSON.stringify({ listen: '127.0.0.1:0', servers, ...configuration }));
  const server = register(new ServerProcess('plimsoll serve', [plimsoll, 'serve', '--config', file, '--data', join(directory, 'data')], { env }));
  server.url = await server.ready(new RegExp(`serving at=(${scheme}://\\S+/mcp)\\s`));
  server.origin = new URL(server.url).origin;
  return server;
}

const httpConnector = (ClientType, TransportType) => async (url, { client = {}, transport = {}, prepare } = {}) => {
  const connected = new ClientType({ name: 'plimsoll-clients', version: '1.0.0' }, client);
  const errors = [];
  connected.onerror = (error) => errors.push(error);
  prepare?.(connected);
  const httpTransport = new TransportType(new URL(url), transport);
  await connected.connect(httpTransport);
  return { client: connected, transport: httpTransport, errors };
};

/** Connects a client of the SDK's version 1 (up to 2025-11-25) over HTTP. */
export const legacyHttp = httpConnector(Client, StreamableHTTPClientTransport);

/** Connects a client of the SDK's version 2 over HTTP; `era` is its negotiation mode. */
export function modernHttp(url, { era = { pin: '2026-07-28' }, client, ...options } = {}) {
  const clientOptions = { versionNegotiation: { mode: era }, ...client };
  return httpConnector(ModernClient, ModernTransport)(url, { ...options, client: clientOptions });
}

/** Ends a session with DELETE, and closes the client. */
export async function endSession({ client, transport }) {
  await transport.terminateSession();
  await client.close();
}

/** Returns all descendants of a process (Linux). */
export function descendants(pid) {
  const childrenOf = new Map();
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${each}/stat`, 'latin1');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(each)]);
    } catch {
      // the process has ended
    }
  }
  const found = [];
  for (let remaining = [pid]; remaining.length > 0; ) {
    const children = childrenOf.get(remaining.pop()) ?? [];
    found.push(...children);
    remaining.push(...children);
  }
  return found;
}

/** Returns the IDs of the descendants whose command lines contain a text. */
export function descendantsWith(server, text) {
  return descendants(server.child.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
    } catch {
      return false;
    }
  });
}

export const kill = (pid) => process.kill(pid, 'SIGKILL');
