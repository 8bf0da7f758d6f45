// Tests mcp-server-git, with a repository of 240 commits by four people.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commits } from '../lib/data.js';
import { count } from '../lib/questions.js';
import { venv } from '../lib/paths.js';

const COMMITS = commits(240);

/** Returns the input of `git fast-import`. */
function importStream() {
  const withLength = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  return COMMITS.map((c) => `commit refs/heads/main
author ${c.author} <${c.email}> ${c.seconds} +0100
committer ${c.author} <${c.email}> ${c.seconds} +0100
${withLength(`${c.subject}\n\n${c.body}`.trim())}M 100644 inline ${c.path}
${withLength(c.source)}`).join('\n');
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
    execFileSync('git', ['fast-import', '--quiet'], { cwd: repo, input: importStream() });
    git('checkout', '-q', '-f', 'main');
    for (const file of ['invoice', 'parcel', 'refund']) {
      const path = join(repo, 'src', `${file}.js`);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('return null;', 'return undefined;').repeat(4));
    }
    /** Returns the numbers of added and removed lines of each file, as git counts them. */
    const changes = (...args) => git('diff', '--numstat', ...args).trim().split('\n').map((line) => line.split('\t'));
    const unstaged = changes();
    const recentChanges = changes('HEAD~40');
    const total = (list, column) => list.reduce((all, each) => all + Number(each[column]), 0);
    const mostChanged = (list) => list.reduce((best, each) => (Number(each[0]) >= Number(best[0]) ? each : best))[2];
    return {
      command: [venv('mcp-server-git'), '--repository', repo],
      cases: [
        {
          description: '240 commits',
          tool: 'git_log',
          args: { repo_path: repo, max_count: 240 },
          format: 'blocks',
          notice: /blocks of 240 records \{Commit, Author, Date, Message\}/,
          questions: [
            { question: 'How many commits are from Zoë Noël?', query: 'map(select(.Author == "Zoë Noël")) | length', expected: count(COMMITS, (c) => c.author === 'Zoë Noël') },
            { question: 'Which commit fixes #180?', query: 'map(select(.Message | endswith("Fixes #180"))) | .[0].Message | split("\\n")[0]', expected: COMMITS[80].subject },
            { question: 'How many commits rename something?', query: 'map(select(.Message | startswith("Rename"))) | length', expected: count(COMMITS, (c) => c.subject.startsWith('Rename')) },
          ],
        },
        {
          description: 'the changes to three files',
          tool: 'git_diff_unstaged',
          args: { repo_path: repo, context_lines: 3 },
          format: 'diff',
          notice: /diff of 3 records \{file, status, added, removed, hunks\}/,
          questions: [
            { question: 'How many lines are added?', query: 'map(.added) | add', expected: total(unstaged, 0) },
            { question: 'How many lines are removed?', query: 'map(.removed) | add', expected: total(unstaged, 1) },
            { question: 'Which files change?', query: 'map(.file)', expected: unstaged.map((each) => each[2]) },
          ],
        },
        {
          description: 'the changes of 40 commits',
          tool: 'git_diff',
          args: { repo_path: repo, target: 'HEAD~40', context_lines: 3 },
          format: 'diff',
          notice: new RegExp(`diff of ${recentChanges.length} records`),
          questions: [
            { question: 'How many lines are added?', query: 'map(.added) | add', expected: total(recentChanges, 0) },
            { question: 'Which file gains most lines?', query: 'max_by(.added).file', expected: mostChanged(recentChanges) },
            { question: 'How many files change?', query: 'length', expected: recentChanges.length },
          ],
        },
        {
          description: 'one commit',
          tool: 'git_show',
          args: { repo_path: repo, revision: 'HEAD~239' },
          format: 'diff',
          notice: /diff of 1 record/,
          questions: [
            { question: 'Which file is new?', query: '.[0].file', expected: COMMITS[0].path },
            { question: 'How many lines has it?', query: '.[0].added', expected: COMMITS[0].source.split('\n').length - 1 },
            { question: 'How many functions has it?', query: '[.[0].hunks[].lines | scan("export function")] | length', expected: COMMITS[0].source.split('export function').length - 1 },
          ],
        },
      ],
    };
  },
};
