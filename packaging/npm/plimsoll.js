#!/usr/bin/env node
// Starts the program of the package for this platform. On Linux and macOS, install.js replaces this file by a link to the
// command of that package, so Node does not start at all. This file runs on Windows, and where install scripts are disabled:
// there, it replaces itself at the first start, if the package manager has linked it (npm, Bun). The scripts that other package
// managers create need a file for Node.
// It never writes to standard output and never reads standard input, which belong to the program.
'use strict';
const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { find, replace } = require('../platform.js');

function die(message) {
  process.stderr.write(`plimsoll: ${message}\n`);
  process.exit(2);
}

function isLink(file) {
  try {
    return fs.lstatSync(file).isSymbolicLink() && fs.realpathSync(file) === __filename;
  } catch {
    return false;
  }
}

const found = find();
if (found.error) die(found.error);
const typed = process.argv.slice(2);

let file;
let args;
if (process.platform === 'win32') {
  // without plimsoll.cmd, because cmd.exe would interpret characters such as % and & in the arguments
  const mode = ['serve', 'demo'].includes(typed[0]) ? 'serve' : typed[0] === 'run' ? 'run' : 'cli';
  const quiet = ['--enable-native-access=ALL-UNNAMED', '--sun-misc-unsafe-memory-access=allow'];
  const flags = {
    run: ['-XX:+UseSerialGC', '-XX:-UsePerfData'],
    serve: ['-XX:+UseG1GC', '-XX:InitiatingHeapOccupancyPercent=70', '-XX:G1HeapRegionSize=1m', ...quiet],
    cli: ['-XX:+UseSerialGC', ...quiet],
  }[mode];
  const own = (process.env.PLIMSOLL_JAVA_OPTS || '').split(/\s+/).filter(Boolean);
  const app = path.join(found.folder, 'app');
  const classes = [path.join(app, 'plimsoll.jar'), ...['', 'serve', 'otel'].map((part) => path.join(app, 'lib', part, '*'))];
  file = path.join(found.folder, 'runtime', 'bin', 'java.exe');
  args = [...flags, `-Dplimsoll.launcher=${path.join(found.folder, 'plimsoll.cmd')}`, ...own, '-cp', classes.join(';'),
    'dev.plimsoll.gateway.Main', ...typed];
} else {
  file = found.command;
  args = typed;
}
if (!fs.existsSync(file)) die(`the package ${found.name} is not complete: it has no ${file}. Install it again`);
if (process.platform !== 'win32' && isLink(process.argv[1])) replace(__filename, file);

if (typeof process.execve === 'function' && process.platform !== 'win32') {
  process.emitWarning = () => {}; // Node calls execve experimental, on standard error
  process.execve(file, [file, ...args], process.env);
}

const child = spawn(file, args, { stdio: 'inherit' });
// a terminal sends Ctrl+C to both processes; a client sends signals only to this one
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) {
  try {
    process.on(signal, () => { if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal); });
  } catch {
    // this platform has no such signal
  }
}
child.on('error', (e) => die(`cannot start ${file}: ${e.message}`));
child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
