// Creates installations with the native client, and starts sessions of `run` with it.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PLIMSOLL } from './gateway.js';
import { createFolder, onCleanup, waitFor } from './processes.js';

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

export const serverCommand = (toolCommand = 'echo shown') => ['bash', '-c', SERVER, 'server', toolCommand];

let installationCount = 0;

/** Returns the reason if the tests of the native client cannot run on this machine, else undefined. */
export function reasonToSkip() {
  return spawnSync('go', ['version']).status === 0 ? undefined : 'skipped: needs Go, which builds the native client';
}

/** Creates an installation with the native client, and with its own data folder. */
export function install({ version = 'test', folder } = {}) {
  installationCount += 1;
  const home = createFolder(`installation-${installationCount}`);
  const data = folder ?? createFolder(`daemon-data-${installationCount}`);
  mkdirSync(join(home, 'native', 'bin'), { recursive: true });
  const client = join(home, 'native', 'bin', 'plimsoll');
  execFileSync('go', ['build', '-trimpath', '-ldflags', `-s -w -X main.version=${version}`, '-o', client, '.'], { cwd: SOURCES, env: { ...process.env, CGO_ENABLED: '0' } });
  const launcher = join(home, 'plimsoll');
  writeFileSync(launcher, `#!/bin/sh\nexec '${PLIMSOLL}' "$@"\n`);
  chmodSync(launcher, 0o755);
  const installation = new Installation(client, launcher, data);
  onCleanup(() => { for (const pid of installation.daemons()) kill(pid, 'SIGKILL'); });
  return installation;
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

/** Returns the IDs of processes whose command lines contain all these words. */
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

  /** Returns the IDs of the daemons whose sockets are in the folder. */
  daemons() {
    return processes('daemon listen', `--socket=${this.folder}/`, 'java');
  }

  run(command, { mode, env = {}, options = [], client = this.client, ...rest } = {}) {
    const child = spawn(client, ['run', ...options, '--', ...command], { env: { ...this.environment(mode), ...env }, ...rest });
    return new Session(child);
  }

  runDaemonCommand(...words) {
    return spawnSync(this.launcher, ['daemon', ...words], { env: this.environment(), encoding: 'utf8' });
  }
}

export class Session {
  constructor(child) {
    this.child = child;
    this.errors = '';
    this.output = '';
    this.pending = new Map();
    child.stderr.on('data', (bytes) => { this.errors += bytes; });
    child.stdin.on('error', () => {});
    this.exit = new Promise((resolve) => { child.on('close', (code, signal) => resolve(signal ?? code)); });
  }

  read() {
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.output += `${line}\n`;
      const message = JSON.parse(line);
      this.pending.get(message.id)?.(message);
    });
    return this;
  }

  request(id, method, params = {}) {
    const answer = new Promise((resolve, reject) => {
      this.pending.set(id, resolve);
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
