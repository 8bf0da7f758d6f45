// Installs the peers, each in its own environment outside this tree, in the versions that requirements/ and the adapters pin:
// install.js [NAME…]. A peer that cannot be installed is reported with its reason, and left out of the runs.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { home, installed, rankFolder } from './lib/paths.js';
import { requirements, versionOf } from './lib/versions.js';
import { peers } from './peers/index.js';

/** What the scripts themselves need: a counter of tokens, and a validator of schemas. */
const HELPERS = [
  { name: 'tokens', install: { origin: 'npm', package: 'gpt-tokenizer', version: '4.0.0' } },
  { name: 'schemas', install: { origin: 'npm', package: 'ajv', version: '8.20.0' } },
];
const RANKS = { package: 'js-tiktoken', version: '1.0.21', encoding: 'cl100k_base' };
/** The name under which tiktoken looks for these ranks: the hash of the address that it would fetch. */
const RANKS_FILE = '9b5ad71b2ce5302211f9c61530b329a4922fc6a4';
const all = [...HELPERS, ...peers.filter((peer) => peer.install && !peer.install.place)];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.some((each) => each.name === name));
if (unknown.length > 0) {
  console.error(`install: no such peer: ${unknown.join(', ')}; there are ${all.map((each) => each.name).join(', ')}`);
  process.exit(2);
}

mkdirSync(home, { recursive: true });
const missing = [];
for (const each of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const failure = attempt(each);
  if (failure) missing.push(each.name);
  console.log(`install: ${each.name.padEnd(10)} ${failure ? `NOT INSTALLED: ${failure}` : `${each.install.package} ${versionOf(each)}`}`);
}
console.log(`install: ${missing.length === 0 ? 'all peers are installed' : `without ${missing.join(', ')}`}, in ${home}`);
process.exit(HELPERS.some(({ name }) => missing.includes(name)) ? 1 : 0);

/** Installs one; returns why it could not, or an empty text. */
function attempt(each) {
  const stamp = installed(each.name, 'installed.txt');
  try {
    const text = each.install.origin === 'npm' ? `${each.install.package}@${each.install.version}\n` : readFileSync(requirements(each.name), 'utf8');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === text) return '';
    rmSync(installed(each.name), { recursive: true, force: true });
    if (each.install.origin === 'npm') npm(each.name, `${each.install.package}@${each.install.version}`);
    else python(each);
    if (each.install.patch) patch(each);
    if (each.install.needsRanks) ranks();
    writeFileSync(stamp, text);
    return '';
  } catch (error) {
    return String(error.stderr ?? error.message).trim().split('\n').at(-1);
  }
}

function npm(name, spec) {
  mkdirSync(installed(name), { recursive: true });
  writeFileSync(installed(name, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', installed(name), spec]);
}

function python(each) {
  const program = pythonOf(each.install.python ?? [process.env.PYTHON ?? 'python3']);
  run(program, ['-m', 'venv', installed(each.name)]);
  const extra = each.install.python ? ['--ignore-requires-python'] : [];
  run(installed(each.name, 'bin', 'pip'), ['install', '-q', '--disable-pip-version-check', '--no-deps', ...extra, '-r', requirements(each.name)]);
}

/** Returns the first of these programs that runs, on the PATH or among the versions of pyenv. */
function pythonOf(names) {
  const versions = join(homedir(), '.pyenv', 'versions');
  const others = existsSync(versions) ? readdirSync(versions) : [];
  for (const name of names) {
    const numbers = name.slice('python'.length);
    const candidates = [name, ...others.filter((version) => numbers.includes('.') && version.startsWith(`${numbers}.`)).map((version) => join(versions, version, 'bin', name))];
    const found = candidates.find((candidate) => runs(candidate));
    if (found) return found;
  }
  throw new Error(`needs ${names.join(' or ')}`);
}

function runs(program) {
  try {
    run(program, ['-c', 'pass']);
    return true;
  } catch {
    return false;
  }
}

function patch({ name, install: { patch: { files, from, to } } }) {
  const library = installed(name, 'lib');
  for (const file of files) {
    const path = join(library, readdirSync(library)[0], 'site-packages', file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(new RegExp(from, 'g'), to));
  }
}

/** Puts the ranks of an encoding where tiktoken looks for them, because it would fetch them at run time. */
function ranks() {
  if (existsSync(join(rankFolder, RANKS_FILE))) return;
  const folder = installed('rank-package');
  npm('rank-package', `${RANKS.package}@${RANKS.version}`);
  const source = readFileSync(join(folder, 'node_modules', RANKS.package, 'dist', 'ranks', `${RANKS.encoding}.cjs`), 'utf8');
  const packed = /bpe_ranks["']?\s*:\s*(["'`])([\s\S]*?)\1/.exec(source)[2].replaceAll('\\n', '\n');
  const lines = packed.split('\n').filter(Boolean).flatMap((line) => {
    const [, offset, ...tokens] = line.split(' ');
    return tokens.map((token, i) => `${token} ${Number(offset) + i}`);
  });
  mkdirSync(rankFolder, { recursive: true });
  writeFileSync(join(rankFolder, RANKS_FILE), `${lines.join('\n')}\n`);
}

function run(command, args) {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
