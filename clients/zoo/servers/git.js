// mcp-server-git, with a repository of 240 commits by four people.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commits } from '../lib/data.js';
import { count } from '../lib/questions.js';
import { venv } from '../lib/paths.js';

const COMMITS = commits(240);

/** Returns a stream for `git fast-import`. */
function stream() {
  const sized = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  return COMMITS.map((c) => `commit refs/heads/main
author ${c.author} <${c.email}> ${c.seconds} +0100
committer ${c.author} <${c.email}> ${c.seconds} +0100
${sized(`${c.subject}\n\n${c.body}`.trim())}M 100644 inline ${c.path}
${sized(c.source)}`).join('\n');
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
    /** Returns the lines that each file gains and loses, as git counts them. */
    const changes = (...args) => git('diff', '--numstat', ...args).trim().split('\n').map((line) => line.split('\t'));
    const unstaged = changes();
    const since = changes('HEAD~40');
    const total = (list, column) => list.reduce((all, each) => all + Number(each[column]), 0);
    const most = (list) => list.reduce((best, each) => (Number(each[0]) >= Number(best[0]) ? each : best))[2];
    return {
      command: [venv('mcp-server-git'), '--repository', repo],
      cases: [
        {
          what: '240 commits',
          tool: 'git_log',
          args: { repo_path: repo, max_count: 240 },
          kind: 'blocks',
          says: /blocks of 240 records \{Commit, Author, Date, Message\}/,
          questions: [
            { asks: 'How many commits are from Zoë Noël?', query: 'map(select(.Author == "Zoë Noël")) | length', is: count(COMMITS, (c) => c.author === 'Zoë Noël') },
            { asks: 'Which commit fixes #180?', query: 'map(select(.Message | endswith("Fixes #180"))) | .[0].Message | split("\\n")[0]', is: COMMITS[80].subject },
            { asks: 'How many commits rename something?', query: 'map(select(.Message | startswith("Rename"))) | length', is: count(COMMITS, (c) => c.subject.startsWith('Rename')) },
          ],
        },
        {
          what: 'the changes to three files',
          tool: 'git_diff_unstaged',
          args: { repo_path: repo, context_lines: 3 },
          kind: 'diff',
          says: /diff of 3 records \{file, status, added, removed, hunks\}/,
          questions: [
            { asks: 'How many lines are added?', query: 'map(.added) | add', is: total(unstaged, 0) },
            { asks: 'How many lines are removed?', query: 'map(.removed) | add', is: total(unstaged, 1) },
            { asks: 'Which files change?', query: 'map(.file)', is: unstaged.map((each) => each[2]) },
          ],
        },
        {
          what: 'the changes of 40 commits',
          tool: 'git_diff',
          args: { repo_path: repo, target: 'HEAD~40', context_lines: 3 },
          kind: 'diff',
          says: new RegExp(`diff of ${since.length} records`),
          questions: [
            { asks: 'How many lines are added?', query: 'map(.added) | add', is: total(since, 0) },
            { asks: 'Which file gains most lines?', query: 'max_by(.added).file', is: most(since) },
            { asks: 'How many files change?', query: 'length', is: since.length },
          ],
        },
        {
          what: 'one commit',
          tool: 'git_show',
          args: { repo_path: repo, revision: 'HEAD~239' },
          kind: 'diff',
          says: /diff of 1 record/,
          questions: [
            { asks: 'Which file is new?', query: '.[0].file', is: COMMITS[0].path },
            { asks: 'How many lines has it?', query: '.[0].added', is: COMMITS[0].source.split('\n').length - 1 },
            { asks: 'How many functions has it?', query: '[.[0].hunks[].lines | scan("export function")] | length', is: COMMITS[0].source.split('export function').length - 1 },
          ],
        },
      ],
    };
  },
};
