// Installs the servers, each in the versions that package.json, requirements/, and this file pin.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { environment, go, gopls, here, modules } from './paths.js';

const GOPLS_VERSION = 'v0.23.0';

/** Returns why a server cannot be called here, after it is installed; or an empty text. */
export function missing(server) {
  const absent = (server.needs ?? []).filter((program) => !isInstalled(program));
  if (absent.length > 0) return `needs ${absent.join(' and ')}`;
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
  const wanted = join(here, 'requirements', `${name}.txt`);
  const folder = join(here, '.venv', name);
  const installed = join(folder, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8')) return;
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', '--clear', folder]);
  run(join(folder, 'bin', 'pip'), ['install', '-q', '--disable-pip-version-check', '--no-deps', '-r', wanted]);
  copyFileSync(wanted, installed);
}

function run(command, args, env = {}) {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...environment, ...env } });
}

/** Returns the version that is pinned. */
export function versionOf(server) {
  if (server.origin === 'Go') return GOPLS_VERSION;
  if (server.origin === 'npm') return JSON.parse(readFileSync(join(modules, server.package, 'package.json'), 'utf8')).version;
  const pins = readFileSync(join(here, 'requirements', `${server.package}.txt`), 'utf8').split('\n');
  return pins.find((line) => line.startsWith(`${server.package}==`)).split('==')[1];
}
