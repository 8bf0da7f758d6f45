// An installation with the native client, and sessions of `run` through it.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PLIMSOLL } from './gateway.js';
import { onCleanup, place, waitFor } from './processes.js';

const SOURCES = fileURLToPath(new URL('../../native', import.meta.url));

/** An MCP server in a shell, which needs little memory. The tool `show` returns the line that a command prints. */
export const SERVER = `
while read -r line; do
  id=\${line#*'"id":'}; id=\${id%%[,\\}]*}
  case $line in
    *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}' ;;
    *'"tools/list"'*) result='{"tools":[{"name":"show","inputSchema":{"type":"object"}}]}' ;;
    *'"tools/call"'*) result='{"content":[{"type":"text","text":"'$(eval "$1")'"}]}' ;;
    *) continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
done`;

export const serving = (shown = 'echo shown') => ['bash', '-c', SERVER, 'server', shown];

let made = 0;

/** Why the tests of the native client cannot run on this machine; undefined if they can. */
export function missing() {
  return spawnSync('go', ['version']).status === 0 ? undefined : 'skipped: needs Go, which builds the native client';
}

/** Creates an installation whose folder also has the sockets. */
export function install({ version = 'test', folder } = {}) {
  made += 1;
  const home = place(`installation-${made}`);
  const data = folder ?? place(`daemon-data-${made}`);
  mkdirSync(join(home, 'native', 'bin'), { recursive: true });
  const client = join(home, 'native', 'bin', 'plimsoll');
  execFileSync('go', ['build', '-trimpath', '-ldflags', `-s -w -X main.version=${version}`, '-o', client, '.'], { cwd: SOURCES, env: { ...process.env, CGO_ENABLED: '0' } });
  const launcher = join(home, 'plimsoll');
  writeFileSync(launcher, `#!/bin/sh\nexec '${PLIMSOLL}' "$@"\n`);
  chmodSync(launcher, 0o755);
  const it = new Installation(client, launcher, data);
  onCleanup(() => { for (const pid of it.daemons()) kill(pid, 'SIGKILL'); });
  return it;
}

export function kill(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

export const isRunning = (pid) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Processes whose command line has all these words. */
export function processes(...words) {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n')
    .filter((line) => words.every((word) => line.includes(word)))
    .map((line) => Number.parseInt(line, 10));
}

class Installation {
  constructor(client, launcher, data) {
    Object.assign(this, { client, launcher, data, folder: join(data, 'plimsoll', 'daemon') });
  }

  environment(mode = 'auto') {
    const { XDG_RUNTIME_DIR: _, ...rest } = process.env;
    return { ...rest, XDG_DATA_HOME: this.data, XDG_CONFIG_HOME: this.data, PLIMSOLL_DAEMON: mode };
  }

  /** Process ids of the daemons whose sockets are in the folder. */
  daemons() {
    return processes('daemon listen', `--socket=${this.folder}/`, 'java');
  }

  run(command, { mode, env = {}, options = [], client = this.client, ...rest } = {}) {
    const child = spawn(client, ['run', ...options, '--', ...command], { env: { ...this.environment(mode), ...env }, ...rest });
    return new Session(child);
  }

  ask(...words) {
    return spawnSync(this.launcher, ['daemon', ...words], { env: this.environment(), encoding: 'utf8' });
  }
}

export class Session {
  constructor(child) {
    this.child = child;
    this.errors = '';
    this.output = '';
    this.waiting = new Map();
    child.stderr.on('data', (bytes) => { this.errors += bytes; });
    child.stdin.on('error', () => {});
    this.exit = new Promise((resolve) => { child.on('close', (code, signal) => resolve(signal ?? code)); });
  }

  read() {
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.output += `${line}\n`;
      const message = JSON.parse(line);
      this.waiting.get(message.id)?.(message);
    });
    return this;
  }

  request(id, method, params = {}) {
    const answer = new Promise((resolve, reject) => {
      this.waiting.set(id, resolve);
      this.exit.then((code) => reject(new Error(`ended with ${code}: ${this.errors}`)));
    });
    answer.catch(() => {});
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  }

  async open() {
    this.read();
    await this.request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
    return this;
  }

  async show(id = 2) {
    const { result } = await this.request(id, 'tools/call', { name: 'show', arguments: {} });
    return result.content[0].text;
  }

  end() {
    this.child.stdin.end();
    return this.exit;
  }
}

export { waitFor };
