// mcp-server-git, with a repository of 240 commits by four people.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commits } from '../lib/data.js';
import { venv } from '../lib/paths.js';

const COMMITS = commits(240);

/** Returns a stream for `git fast-import`. */
function stream() {
  const sized = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  return COMMITS.map((c, i) => `commit refs/heads/main
author ${c.author} <${c.email}> ${c.seconds} +0100
committer ${c.author} <${c.email}> ${c.seconds} +0100
${sized(`${c.subject}\n\n${c.body}`.trim())}M 100644 inline ${c.path}
${sized(c.source)}${i === 0 ? '' : ''}`).join('\n');
}

export default {
  name: 'git',
  origin: 'PyPI',
  package: 'mcp-server-git',
  needs: ['git'],
  prepare(folder) {
    const repo = join(folder, 'repo');
    mkdirSync(repo);
    const git = (...args) => execFileSync('git', args, { cwd: repo, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
    git('init', '-q', '-b', 'main');
    execFileSync('git', ['fast-import', '--quiet'], { cwd: repo, input: stream() });
    git('checkout', '-q', '-f', 'main');
    for (const file of ['invoice', 'parcel', 'refund']) {
      const path = join(repo, 'src', `${file}.js`);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('return null;', 'return undefined;').repeat(4));
    }
    const authors = (name) => COMMITS.filter((c) => c.author === name).length;
    const stat = git('diff', '--numstat').trim().split('\n').map((line) => line.split('\t'));
    const added = stat.reduce((sum, [count]) => sum + Number(count), 0);
    return {
      command: [venv('mcp-server-git'), '--repository', repo],
      cases: [
        {
          what: '240 commits',
          tool: 'git_log',
          args: { repo_path: repo, max_count: 240 },
        },
        {
          what: 'the changes to three files',
          tool: 'git_diff_unstaged',
          args: { repo_path: repo, context_lines: 3 },
        },
        {
          what: 'the changes of 40 commits',
          tool: 'git_diff',
          args: { repo_path: repo, target: 'HEAD~40', context_lines: 3 },
        },
      ],
      facts: { authors, added },
    };
  },
};
