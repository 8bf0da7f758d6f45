// An issue tracker with verbose records: 600 issues in pages of at most 50, their comments, users, and files. Every call takes 20 ms.

import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const MILLIS = 20;

/** A generator of numbers below 1 that gives the same ones each time (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = randomNumbers(38);
const below = (n) => Math.floor(random() * n);
const one = (list) => list[below(list.length)];
const WORDS = 'the cursor of a page expires while its export runs and the retry reads an older index so that totals differ between views'.split(' ');
const prose = (words) => Array.from({ length: words }, () => one(WORDS)).join(' ');
const time = (day, minute) => new Date(Date.UTC(2026, 0, 1, 0, minute) + day * 86_400_000).toISOString();

const TEAMS = ['billing', 'search', 'identity', 'mobile', 'platform'];
const ROLES = ['engineer', 'designer', 'support', 'manager'];
const PLACES = ['Lagos', 'Zürich', '東京', 'São Paulo', 'Montréal'];
const LABELS = ['regression', 'bug', 'feature', 'docs', 'security', 'performance'];
const MILESTONES = ['2026.1', '2026.2', '2026.3', null];

export const users = Array.from({ length: 40 }, (_, i) => ({
  login: `user${String(i + 1).padStart(2, '0')}`, name: `${one(['Ada', 'Kofi', 'Mei', 'José', 'Zoë'])} ${one(['Okafor', 'Müller', '佐藤', 'Costa', 'Roy'])}`, team: one(TEAMS),
  role: one(ROLES), location: one(PLACES), email: `user${i + 1}@tracker.example`, created_at: time(-400 + i, i), site_admin: i === 0,
}));
const login = () => one(users).login;

const commentsOf = new Map();
export const issues = Array.from({ length: 600 }, (_, i) => {
  const number = i + 1;
  const day = below(300);
  const count = below(10);
  const comments = Array.from({ length: count }, (__, c) => ({
    id: number * 100 + c, issue: number, author: login(), at: time(day + c + below(20), below(1440)), body: prose(8 + below(60)),
    reactions: { thumbs_up: below(5), heart: below(3) },
  }));
  commentsOf.set(number, comments.toSorted((a, b) => a.at.localeCompare(b.at)));
  return {
    number, title: prose(6), state: random() < 0.4 ? 'open' : 'closed', labels: LABELS.filter(() => random() < 0.25), author: login(), assignee: random() < 0.3 ? login() : null,
    milestone: one(MILESTONES), created_at: time(day, below(1440)), updated_at: time(day + 20, below(1440)), comments: count,
    reactions: { thumbs_up: below(40), thumbs_down: below(4), heart: below(9) }, body: prose(30 + below(60)), url: `https://tracker.example/issues/${number}`,
  };
});
export const comments = (issue) => commentsOf.get(issue) ?? [];

const services = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [
  `${one(TEAMS)}-${one(['api', 'worker', 'web', 'cron'])}-${i + 1}`,
  { owner: random() < 0.15 ? `former${i}` : login(), replicas: 1 + below(9), regions: PLACES.filter(() => random() < 0.4), limits: { cpu: `${1 + below(8)}`, memory: `${256 * (1 + below(16))}Mi` } },
]));
const budgets = ['team,quarter,amount,approved_by', ...TEAMS.flatMap((team) => [1, 2, 3, 4].map((quarter) => `${team},2026-Q${quarter},${10_000 + below(90_000)},${login()}`))].join('\n');
export const files = {
  'config/services.json': `${JSON.stringify(services, null, 2)}\n`,
  'data/budgets.csv': `${budgets}\n`,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`docs/runbook-${i + 1}.md`, `# Runbook ${i + 1}\n\n${prose(120)}\n\nSee #${1 + below(600)} and #${1 + below(600)}.\n\n${prose(80)}\n`])),
  'logs/deploy.log': `${Array.from({ length: 900 }, (_, i) => `${time(200, i)} ${random() < 0.06 ? 'ERROR' : 'INFO'} [${one(Object.keys(services))}] ${prose(8)}`).join('\n')}\n`,
};

const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
const failure = (said) => ({ isError: true, ...text(said) });

function create() {
  const server = new McpServer({ name: 'tracker', version: '1.0.0' });
  const tool = (name, description, inputSchema, run, annotations = { readOnlyHint: true }) =>
    server.registerTool(name, { description, inputSchema, annotations }, async (args) => {
      await pause(MILLIS);
      return run(args);
    });
  tool(
    'list_issues', 'Lists issues, a page at a time.',
    { state: z.enum(['open', 'closed']).optional(), label: z.string().optional(), page: z.number().int().min(1).default(1), per_page: z.number().int().min(1).max(50).default(20) },
    ({ state, label, page, per_page }) => {
      const found = issues.filter((issue) => (!state || issue.state === state) && (!label || issue.labels.includes(label)));
      return text({ total: found.length, page, per_page, issues: found.slice((page - 1) * per_page, page * per_page) });
    },
  );
  tool('get_issue', 'Returns one issue.', { number: z.number().int() }, ({ number }) => (issues[number - 1] ? text(issues[number - 1]) : failure(`no issue ${number}`)));
  tool('list_comments', 'Lists the comments of an issue, oldest first.', { issue: z.number().int() }, ({ issue }) => (issues[issue - 1] ? text(comments(issue)) : failure(`no issue ${issue}`)));
  tool('list_users', 'Lists all users.', {}, () => text(users));
  tool('get_user', 'Returns one user.', { login: z.string() }, (args) => {
    const user = users.find((each) => each.login === args.login);
    return user ? text(user) : failure(`no user ${args.login}`);
  });
  tool('list_files', 'Lists the paths of the files.', {}, () => text(Object.keys(files)));
  tool('read_file', 'Reads a file.', { path: z.string() }, ({ path }) => (files[path] === undefined ? failure(`no file ${path}`) : text(files[path])));
  tool('close_issue', 'Closes an issue.', { number: z.number().int() }, ({ number }) => {
    issues[number - 1].state = 'closed';
    return text(issues[number - 1]);
  }, { readOnlyHint: false });
  return server;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await create().connect(new StdioServerTransport());
