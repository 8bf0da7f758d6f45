// One server behind plimsoll run, with a tap between them that records what the server sent.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { tapped } from '../../agents/lib/tapped.js';
import { environment, here, plimsoll } from './paths.js';

export const READ = 'plimsoll_read';
const PAGE = 'dev.plimsoll/page';
const MAX_PAGES = 5_000;
const TAP = join(here, '..', 'agents', 'lib', 'tap.js');

/** Starts a server through plimsoll run. */
export async function open({ command, env = {}, cwd, roots }, folder) {
  const tap = join(folder, 'tap.jsonl');
  const transport = new StdioClientTransport({
    command: plimsoll,
    args: ['run', '--', process.execPath, TAP, tap, ...command],
    env: { ...environment, ...env },
    cwd,
    stderr: 'pipe',
  });
  const client = new Client({ name: 'plimsoll-zoo', version: '1.0.0' }, { capabilities: roots ? { roots: {} } : {} });
  const session = new Session(client, transport, tap);
  await client.connect(transport);
  return session;
}

class Session {
  #client;
  #said = [];
  #tap;

  constructor(client, transport, tap) {
    this.#client = client;
    this.#tap = tap;
    transport.stderr.on('data', (chunk) => this.#said.push(String(chunk)));
  }

  /** Returns the version that the server says it has. */
  get version() {
    return this.#client.getServerVersion();
  }

  /** Returns what the server and Plimsoll wrote on standard error. */
  log() {
    return this.#said.join('').slice(-4_000);
  }

  async listTools() {
    return (await this.#client.listTools()).tools;
  }

  call(name, args = {}) {
    return this.#client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 });
  }

  /** Reads a stored result; fails if the answer is an error. */
  async read(args) {
    const answer = await this.call(READ, args);
    assert.notEqual(answer.isError, true, textOf(answer));
    return answer;
  }

  /** Returns what the server sent as the last result. */
  original() {
    return tapped(this.#tap).calls.findLast((call) => call.name !== READ).result;
  }

  /** Reads an answer to its end, and returns all pages. */
  async readToEnd(first) {
    const pages = [first];
    const seen = new Set();
    for (let cursor = cursorOf(first); cursor !== undefined; cursor = cursorOf(pages.at(-1))) {
      assert.ok(!seen.has(cursor) && seen.size < MAX_PAGES, 'no cursor occurs twice, and the walk ends');
      seen.add(cursor);
      pages.push(await this.read({ cursor }));
    }
    return pages;
  }

  end() {
    return this.#client.close();
  }
}

export const textOf = (answer) => answer.content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
export const cursorOf = (answer) => answer._meta?.[PAGE]?.nextCursor;

/** Returns the header of an answer, with its items if they are in the same object; and the text of a chunk. */
export function parts(answer) {
  const text = answer.content.find((block) => block.type === 'text').text;
  const end = text.indexOf('\n\n');
  const header = end > 0 ? parse(text.slice(0, end)) : undefined;
  if (header?.notice) return { header, text: text.slice(end + 2) };
  const whole = answer.structuredContent?.notice ? answer.structuredContent : parse(text);
  return whole?.notice ? { header: whole } : { header: {}, text };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
