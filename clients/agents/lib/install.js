// Installs what a client needs besides the packages of npm: a virtual environment of Python, or a program in Java.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './clients.js';

export function install(client) {
  if (client.requirements) installPython(client.requirements);
  if (client.java && !existsSync(join(here, 'java', client.java, 'target', 'agent.jar'))) {
    run('mvn', ['-q', '-B', '-f', join(here, 'java', client.java, 'pom.xml'), 'package']);
  }
}

function installPython(name) {
  const wanted = join(here, 'requirements', `${name}.txt`);
  const folder = join(here, '.venv', name);
  const installed = join(folder, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8')) return;
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', '--clear', folder]);
  run(join(folder, 'bin', 'pip'), ['install', '-q', '--disable-pip-version-check', '--no-deps', '-r', wanted]);
  copyFileSync(wanted, installed);
}

function run(command, args) {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
