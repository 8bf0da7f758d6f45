// Connects to a server through plimsoll run, with a recording proxy before the server.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readRecording } from '../../agents/lib/recording.js';
import { environment, zooFolder, plimsoll } from './paths.js';

export const READ = 'plimsoll_read';
const PAGE = 'dev.plimsoll/page';
const MAX_PAGES = 5_000;
const RECORDING_PROXY = join(zooFolder, '..', 'agents', 'lib', 'recording-proxy.js');

/** Starts a server through plimsoll run, with a policy if the server's tests need one. */
export async function startSession({ command, env = {}, cwd, roots, policy }, folder) {
  const recording = join(folder, 'recording.jsonl');
  const transport = new StdioClientTransport({
    command: plimsoll,
    args: ['run', ...configuration(policy, folder), '--', process.execPath, RECORDING_PROXY, recording, ...command],
    env: { ...environment, ...env },
    cwd,
    stderr: 'pipe',
  });
  const client = new Client({ name: 'plimsoll-zoo', version: '1.0.0' }, { capabilities: roots ? { roots: {} } : {} });
  const session = new Session(client, transport, recording);
  await client.connect(transport);
  return session;
}

function configuration(policy, folder) {
  if (policy === undefined) return [];
  const file = join(folder, 'plimsoll.yaml');
  writeFileSync(file, JSON.stringify({ policy }));
  return ['--config', file];
}

class Session {
  #client;
  #stderr = [];
  #recording;

  constructor(client, transport, recording) {
    this.#client = client;
    this.#recording = recording;
    transport.stderr.on('data', (chunk) => this.#stderr.push(String(chunk)));
  }

  /** Returns the name and version that the server reports. */
  get version() {
    return this.#client.getServerVersion();
  }

  /** Returns the standard error of the server and of Plimsoll. */
  log() {
    return this.#stderr.join('').slice(-4_000);
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

  /** Returns the last result of a tool as the server sent it. */
  original() {
    return readRecording(this.#recording).calls.findLast((call) => call.name !== READ).result;
  }

  /** Reads an answer to its end, and returns all pages. */
  async readToEnd(first) {
    const pages = [first];
    const cursors = new Set();
    for (let cursor = cursorOf(first); cursor !== undefined; cursor = cursorOf(pages.at(-1))) {
      assert.ok(!cursors.has(cursor) && cursors.size < MAX_PAGES, 'each cursor is new, and the number of pages is limited');
      cursors.add(cursor);
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

/** Splits an answer into its header and the text of a chunk. A page has no text: its items are in the header's object. */
export function splitAnswer(answer) {
  const text = answer.content.find((block) => block.type === 'text').text;
  const end = text.indexOf('\n\n');
  const header = end > 0 ? parse(text.slice(0, end)) : undefined;
  if (header?.notice) return { header, text: text.slice(end + 2) };
  const parsed = answer.structuredContent?.notice ? answer.structuredContent : parse(text);
  return parsed?.notice ? { header: parsed } : { header: {}, text };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
