// Data of an issue tracker, the same in each run: 600 issues, their comments, users, and files.

/** Returns a function that returns random numbers below 1, the same for each seed (mulberry32). */
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
const randomBelow = (n) => Math.floor(random() * n);
const oneOf = (list) => list[randomBelow(list.length)];
const WORDS = 'the cursor of a page expires while its export runs and the retry reads an older index so that totals differ between views'.split(' ');
const prose = (words) => Array.from({ length: words }, () => oneOf(WORDS)).join(' ');
const time = (day, minute) => new Date(Date.UTC(2026, 0, 1, 0, minute) + day * 86_400_000).toISOString();

const TEAMS = ['billing', 'search', 'identity', 'mobile', 'platform'];
const ROLES = ['engineer', 'designer', 'support', 'manager'];
const PLACES = ['Lagos', 'Zürich', '東京', 'São Paulo', 'Montréal'];
const LABELS = ['regression', 'bug', 'feature', 'docs', 'security', 'performance'];
const MILESTONES = ['2026.1', '2026.2', '2026.3', null];

export const users = Array.from({ length: 40 }, (_, i) => ({
  login: `user${String(i + 1).padStart(2, '0')}`, name: `${oneOf(['Ada', 'Kofi', 'Mei', 'José', 'Zoë'])} ${oneOf(['Okafor', 'Müller', '佐藤', 'Costa', 'Roy'])}`, team: oneOf(TEAMS),
  role: oneOf(ROLES), location: oneOf(PLACES), email: `user${i + 1}@tracker.example`, created_at: time(-400 + i, i), site_admin: i === 0,
}));
const login = () => oneOf(users).login;

const commentsOf = new Map();
export const issues = Array.from({ length: 600 }, (_, i) => {
  const number = i + 1;
  const day = randomBelow(300);
  const count = randomBelow(10);
  const comments = Array.from({ length: count }, (__, c) => ({
    id: number * 100 + c, issue: number, author: login(), at: time(day + c + randomBelow(20), randomBelow(1440)), body: prose(8 + randomBelow(60)),
    reactions: { thumbs_up: randomBelow(5), heart: randomBelow(3) },
  }));
  commentsOf.set(number, comments.toSorted((a, b) => a.at.localeCompare(b.at)));
  return {
    number, title: prose(6), state: random() < 0.4 ? 'open' : 'closed', labels: LABELS.filter(() => random() < 0.25), author: login(), assignee: random() < 0.3 ? login() : null,
    milestone: oneOf(MILESTONES), created_at: time(day, randomBelow(1440)), updated_at: time(day + 20, randomBelow(1440)), comments: count,
    reactions: { thumbs_up: randomBelow(40), thumbs_down: randomBelow(4), heart: randomBelow(9) }, body: prose(30 + randomBelow(60)), url: `https://tracker.example/issues/${number}`,
  };
});
export const comments = (issue) => commentsOf.get(issue) ?? [];

const services = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [
  `${oneOf(TEAMS)}-${oneOf(['api', 'worker', 'web', 'cron'])}-${i + 1}`,
  { owner: random() < 0.15 ? `former${i}` : login(), replicas: 1 + randomBelow(9), regions: PLACES.filter(() => random() < 0.4), limits: { cpu: `${1 + randomBelow(8)}`, memory: `${256 * (1 + randomBelow(16))}Mi` } },
]));
const budgets = ['team,quarter,amount,approved_by', ...TEAMS.flatMap((team) => [1, 2, 3, 4].map((quarter) => `${team},2026-Q${quarter},${10_000 + randomBelow(90_000)},${login()}`))].join('\n');
export const files = {
  'config/services.json': `${JSON.stringify(services, null, 2)}\n`,
  'data/budgets.csv': `${budgets}\n`,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`docs/runbook-${i + 1}.md`, `# Runbook ${i + 1}\n\n${prose(120)}\n\nSee #${1 + randomBelow(600)} and #${1 + randomBelow(600)}.\n\n${prose(80)}\n`])),
  'logs/deploy.log': `${Array.from({ length: 900 }, (_, i) => `${time(200, i)} ${random() < 0.06 ? 'ERROR' : 'INFO'} [${oneOf(Object.keys(services))}] ${prose(8)}`).join('\n')}\n`,
};
