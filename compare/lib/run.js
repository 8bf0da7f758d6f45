// Starts peers in front of an upstream, and starts them again if they have ended.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { open } from './client.js';
import { folder, here } from './paths.js';

/** Returns the command of a test server in server/, such as upstream('speed.js'). */
export const upstream = (file, ...args) => [process.execPath, join(here, 'server', file), ...args];

/** Returns the command that starts a peer, with a new folder for the data that it stores. `seconds` is the lifetime of stored results;
 * undefined for the peer's default. */
export function commandOf(peer, form, command, seconds) {
  const own = mkdtempSync(join(folder, `${peer.name}-`));
  return { cwd: own, ...peer.start({ upstream: command, form, folder: own, seconds }) };
}

/** Runs a peer, and starts it again after it has ended or was killed because it did not answer. */
export class Runner {
  #command;
  #session;

  constructor(peer, form, command) {
    this.peer = peer;
    this.#command = commandOf(peer, form, command);
  }

  async session() {
    if (!this.#session?.isAlive) this.#session = await open(this.#command);
    return this.#session;
  }

  /** Calls a tool of the upstream. If the peer is a client that cuts, returns the cut result. */
  async tool(name, args, timeout) {
    const session = await this.session();
    const answer = await session.call(this.peer.tool(name, session), args, timeout);
    return this.#shown(answer);
  }

  /** Makes a call that an adapter returned: [NAME, ARGUMENTS]. */
  async call([name, args], timeout) {
    const session = await this.session();
    return session.call(name, args, timeout);
  }

  #shown(answer) {
    if (!this.peer.isClient || !answer.result) return answer;
    const result = this.peer.shown(answer.result);
    return { ...answer, result, text: JSON.stringify({ result }) };
  }

  async restart() {
    await this.#session?.kill();
    this.#session = undefined;
  }

  end() {
    return this.#session?.end();
  }
}

/** Measures each form of each peer, one after another. Returns the results by "NAME FORM"; forms that cannot be measured are reported and
 * left out. */
export async function eachForm(peers, { report, isQuick }, measure) {
  const results = {};
  for (const peer of peers) {
    for (const form of peer.forms) {
      const key = `${peer.name} ${form}`;
      try {
        const { rows, ...sums } = await measure(peer, form, isQuick);
        results[key] = { ...sums, rows };
        report(`${key}: ${JSON.stringify(sums)}`);
      } catch (error) {
        report(`${key}: NOT MEASURED: ${error.message}`);
      }
    }
  }
  return results;
}
