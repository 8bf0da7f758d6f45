// Connects a client of a third party to a server, directly or through plimsoll run.

import assert from 'node:assert/strict';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { environment, plimsoll } from './paths.js';
import { register } from './report.js';

/** Returns the command that starts a server, with or without plimsoll run. */
export function commandLine(server, { viaPlimsoll = true, options = [] } = {}) {
  const [command, ...args] = viaPlimsoll ? [plimsoll, 'run', ...options, '--', ...server] : server;
  return { command, args };
}

/** Connects a client of the SDK's version 1 (up to 2025-11-25). */
export function legacy(server, options = {}) {
  return connect(Client, StdioClientTransport, server, options);
}

/** Connects a client of the SDK's version 2; `era` is its negotiation mode. */
export function modern(server, { era = { pin: '2026-07-28' }, ...options } = {}) {
  const client = { versionNegotiation: { mode: era }, ...options.client };
  return connect(ModernClient, ModernTransport, server, { ...options, client });
}

async function connect(ClientType, TransportType, server, options) {
  const name = options.viaPlimsoll === false ? 'the server' : 'plimsoll run';
  const command = commandLine(server, options);
  const transport = new TransportType({ ...command, env: { ...environment, ...options.env }, stderr: 'pipe' });
  const client = new ClientType({ name: 'plimsoll-clients', version: '1.0.0' }, options.client);
  const connection = register(new Connection(name, client, transport));
  options.prepare?.(client);
  await client.connect(transport);
  connection.record();
  return connection;
}

/** Removes from a response the members that Plimsoll adds, and the id. */
export const normalized = (line) =>
  line
    .replace(/,"_meta":\{"dev\.plimsoll\/budget":\{[^}]*\}\}/, '')
    .replace(/,"dev\.plimsoll\/budget":\{[^}]*\}/, '')
    .replace(/"id":\d+/, '"id":0');

class Connection {
  #transport;
  #stderr = [];
  #lines = [];
  #incompleteLine = '';
  #errors = [];

  constructor(name, client, transport) {
    this.name = name;
    this.client = client;
    this.#transport = transport;
    client.onerror = (error) => this.#errors.push(error);
    transport.stderr.on('data', (chunk) => this.#stderr.push(String(chunk)));
  }

  /** Records the received lines to compare bytes, because the client exposes only parsed messages. */
  record() {
    const output = this.#transport._process.stdout;
    output.on('data', (chunk) => {
      const lines = (this.#incompleteLine + chunk.toString('latin1')).split('\n');
      this.#incompleteLine = lines.pop();
      this.#lines.push(...lines.filter((line) => line.length < 1_000_000));
      this.#lines.splice(0, Math.max(0, this.#lines.length - 64));
    });
  }

  /** Returns the last response, one character for each byte, without the members that Plimsoll adds, and without its id. */
  lastResponse() {
    const line = this.#lines.findLast((each) => JSON.parse(each).method === undefined);
    assert.ok(line, 'no response arrived');
    return normalized(line);
  }

  get pid() {
    return this.#transport.pid;
  }

  log() {
    return this.#stderr.join('');
  }

  /** Ends the connection as other clients do: closes the server's input. */
  async end() {
    const child = this.#transport._process;
    const start = performance.now();
    await this.client.close();
    const millis = performance.now() - start;
    if (this.name === 'the server') return;
    // if a progress notification arrives together with the response, the client no longer knows its token
    const errors = this.#errors.map(String).filter((error) => !/progress notification for an unknown token/.test(error));
    assert.deepEqual(errors, [], 'the client reported no error');
    assert.ok(millis < 2_000, `plimsoll run took ${Math.round(millis)} ms to end`);
    assert.equal(child.exitCode, 0, 'exit code');
    assert.doesNotMatch(this.log(), /internal error/);
  }

  abandon() {
    return this.client.close();
  }
}
