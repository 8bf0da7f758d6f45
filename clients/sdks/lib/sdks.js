// The SDKs: how to install each one, and the commands of its client and its server.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const sdksFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(sdksFolder, 'target');

function run(command, args, options = {}) {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
}

/** Describes a Python SDK, which has its own virtual environment. */
function python(name, path) {
  const folder = join(target, name);
  const program = join(folder, 'bin', 'python');
  const file = name.replace('-', '_');
  return {
    name,
    path,
    needs: process.env.PYTHON ?? 'python3',
    install() {
      const requirements = join(sdksFolder, 'requirements', `${name}.txt`);
      const installed = join(folder, 'installed.txt');
      if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(requirements, 'utf8')) return;
      run(this.needs, ['-m', 'venv', '--clear', folder]);
      run(program, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--no-deps', '-r', requirements]);
      copyFileSync(requirements, installed);
    },
    client: [program, join(sdksFolder, 'python', `client_${file}.py`)],
    server: [program, join(sdksFolder, 'python', `server_${file}.py`)],
  };
}

/** Describes an SDK whose client and server are one compiled program. */
function compiled(name, needs, path, program, build) {
  return {
    name,
    path,
    needs,
    install: build,
    client: [program, 'client'],
    server: [program, 'server'],
  };
}

const go = join(target, 'go', 'sdk');
const rust = join(target, 'rust');

/** All SDKs. `path` is the path of the server's endpoint over HTTP. With `hasSse`, the client can use HTTP+SSE. */
export const sdks = [
  { ...python('python-v1', '/mcp'), hasSse: true },
  python('python-v2', '/mcp'),
  { ...python('fastmcp', '/mcp'), hasSse: true },
  {
    ...compiled('go', 'go', '/', go, () => {
      mkdirSync(dirname(go), { recursive: true });
      run('go', ['build', '-o', go, '.'], { cwd: join(sdksFolder, 'go') });
    }),
    hasSse: true,
  },
  compiled('rust', 'cargo', '/mcp', join(rust, 'debug', 'sdk'), () => {
    run('cargo', ['build', '--quiet', '--locked'], { cwd: join(sdksFolder, 'rust'), env: { ...process.env, CARGO_TARGET_DIR: rust } });
  }),
];

export function isInstalled(program) {
  try {
    execFileSync('sh', ['-c', `command -v "${program}"`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
