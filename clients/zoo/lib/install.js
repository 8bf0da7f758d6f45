// Installs the servers with the versions in package.json, requirements/, and this file.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { environment, go, gopls, zooFolder, modules } from './paths.js';

const GOPLS_VERSION = 'v0.23.0';

/** Installs a server. Returns the reason if it cannot be called on this machine, else an empty string. */
export function reasonToSkip(server) {
  const missing = (server.needs ?? []).filter((program) => !isInstalled(program));
  if (missing.length > 0) return `needs ${missing.join(' and ')}`;
  try {
    install(server);
    return '';
  } catch (error) {
    return `cannot be installed: ${String(error.message).split('\n')[0]}`;
  }
}

function isInstalled(program) {
  if (isAbsolute(program)) return existsSync(program);
  return environment.PATH.split(':').some((folder) => existsSync(join(folder, program)));
}

function install(server) {
  if (server.origin === 'PyPI') installPython(server.package);
  if (server.origin === 'Go' && !existsSync(gopls)) {
    mkdirSync(dirname(gopls), { recursive: true });
    run(go, ['install', `${server.package}@${GOPLS_VERSION}`], { GOBIN: dirname(gopls) });
  }
}

function installPython(name) {
  const requirements = join(zooFolder, 'requirements', `${name}.txt`);
  const folder = join(zooFolder, '.venv', name);
  const installed = join(folder, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(requirements, 'utf8')) return;
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', '--clear', folder]);
  run(join(folder, 'bin', 'pip'), ['install', '-q', '--disable-pip-version-check', '--no-deps', '-r', requirements]);
  copyFileSync(requirements, installed);
}

function run(command, args, env = {}) {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...environment, ...env } });
}

/** Returns the pinned version of a server. */
export function versionOf(server) {
  if (server.origin === 'Go') return GOPLS_VERSION;
  if (server.origin === 'npm') return JSON.parse(readFileSync(join(modules, server.package, 'package.json'), 'utf8')).version;
  const pins = readFileSync(join(zooFolder, 'requirements', `${server.package}.txt`), 'utf8').split('\n');
  return pins.find((line) => line.startsWith(`${server.package}==`)).split('==')[1];
}
