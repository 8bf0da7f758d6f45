// Starts a server over standard input and output, relays all messages, and records them in a file:
// node recording-proxy.js FILE COMMAND ARG…

import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

const [file, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function relay(from, to, direction) {
  createInterface({ input: from, crlfDelay: Infinity }).on('line', (line) => {
    appendFileSync(file, `${JSON.stringify({ direction, line })}\n`);
    to.write(`${line}\n`);
  }).on('close', () => to.end());
}

relay(process.stdin, child.stdin, 'request');
relay(child.stdout, process.stdout, 'answer');
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.stdin.on('error', () => {});
process.stdout.on('error', () => {});
child.on('close', (code) => process.exit(code ?? 1));
