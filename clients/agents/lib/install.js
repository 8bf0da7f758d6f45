// Installs what a client needs besides npm packages: a Python virtual environment, or a Java program.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentsFolder } from './clients.js';

export function install(client) {
  if (client.requirements) installPython(client.requirements);
  if (client.java && !existsSync(join(agentsFolder, 'java', client.java, 'target', 'agent.jar'))) {
    run('mvn', ['-q', '-B', '-f', join(agentsFolder, 'java', client.java, 'pom.xml'), 'package']);
  }
}

function installPython(name) {
  const requirements = join(agentsFolder, 'requirements', `${name}.txt`);
  const folder = join(agentsFolder, '.venv', name);
  const installed = join(folder, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(requirements, 'utf8')) return;
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', '--clear', folder]);
  run(join(folder, 'bin', 'pip'), ['install', '-q', '--disable-pip-version-check', '--no-deps', '-r', requirements]);
  copyFileSync(requirements, installed);
}

function run(command, args) {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
