// Twelve questions about the tracker that need several calls. Each has the expected answer, computed from the data, and a short program.

import { comments, files, issues, users } from '../servers/tracker-data.js';

const TEAM = Object.fromEntries(users.map(({ login, team }) => [login, team]));
const ROLE = Object.fromEntries(users.map(({ login, role }) => [login, role]));
const open = issues.filter(({ state }) => state === 'open');
const services = JSON.parse(files['config/services.json']);
const budgets = files['data/budgets.csv'].trim().split('\n').slice(1).map((line) => line.split(','));

/** Returns how often each key occurs. */
function counts(keys) {
  const found = {};
  for (const key of keys) found[key] = (found[key] ?? 0) + 1;
  return found;
}

const last = (issue) => comments(issue.number).at(-1);
const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

export const questions = [
  {
    question: 'For each team, how many comments on issues labelled regression did its members write?',
    expected: counts(issues.filter(({ labels }) => labels.includes('regression')).flatMap(({ number }) => comments(number)).map(({ author }) => TEAM[author])),
    program: '(call("list_users") | map({(.login): .team}) | add) as $t | [pages("list_issues"; {label: "regression"}).issues[] | call("list_comments"; {issue: .number})[]] | count_by($t[.author])',
  },
  {
    question: 'How many open issues has each label?',
    expected: counts(open.flatMap(({ labels }) => labels)),
    program: '[pages("list_issues"; {state: "open"}).issues[].labels[]] | count_by(.)',
  },
  {
    question: 'Which five open issues of milestone 2026.1 that have comments had no comment for the longest time? Their numbers, the longest first.',
    expected: open.filter((issue) => issue.milestone === '2026.1' && last(issue)).toSorted((a, b) => last(a).at.localeCompare(last(b).at)).slice(0, 5).map(({ number }) => number),
    program: '[pages("list_issues"; {state: "open"}).issues[] | select(.milestone == "2026.1" and .comments > 0) | {number, at: (call("list_comments"; {issue: .number}) | last.at)}] | sort_by(.at)[:5] | map(.number)',
  },
  {
    question: 'How many users have no open issue assigned to them?',
    expected: users.filter(({ login }) => !open.some(({ assignee }) => assignee === login)).length,
    program: '[pages("list_issues"; {state: "open"}).issues[].assignee] as $a | call("list_users") | map(.login) - $a | length',
  },
  {
    question: 'What is the mean number of comments of the closed issues of milestone 2026.2, with two decimals?',
    expected: Number(mean(issues.filter(({ state, milestone }) => state === 'closed' && milestone === '2026.2').map((issue) => issue.comments)).toFixed(2)),
    program: '[pages("list_issues"; {state: "closed"}).issues[] | select(.milestone == "2026.2").comments] | add / length * 100 | round / 100',
  },
  {
    question: 'What is the budget of 2026 of the team whose members wrote the most open issues?',
    expected: (() => {
      const [team] = Object.entries(counts(open.map(({ author }) => TEAM[author]))).toSorted((a, b) => b[1] - a[1])[0];
      return budgets.filter((row) => row[0] === team).reduce((sum, row) => sum + Number(row[2]), 0);
    })(),
    program: '(call("list_users") | map({(.login): .team}) | add) as $t | ([pages("list_issues"; {state: "open"}).issues[]] | count_by($t[.author]) | to_entries | max_by(.value).key) as $m | call("read_file"; {path: "data/budgets.csv"}) | map(select(.team == $m).amount) | add',
  },
  {
    question: 'Which services have an owner who is no user? Their names, sorted.',
    expected: Object.keys(services).filter((name) => !TEAM[services[name].owner]).toSorted(),
    program: '(call("list_users") | map(.login)) as $u | call("read_file"; {path: "config/services.json"}) | to_entries | map(select(.value.owner | IN($u[]) | not).key) | sort',
  },
  {
    question: 'How many security issues have a last comment by their own author or assignee?',
    expected: issues.filter((issue) => issue.labels.includes('security') && last(issue) && [issue.author, issue.assignee].includes(last(issue).author)).length,
    program: '[pages("list_issues"; {label: "security"}).issues[] | select(.comments > 0) | (call("list_comments"; {issue: .number}) | last.author) as $l | select([.author, .assignee] | index($l))] | length',
  },
  {
    question: 'How many thumbs up do the issues have in all that users in Lagos wrote?',
    expected: issues.filter(({ author }) => users.find(({ login }) => login === author).location === 'Lagos').reduce((sum, issue) => sum + issue.reactions.thumbs_up, 0),
    program: '(call("list_users") | map(select(.location == "Lagos").login)) as $l | [pages("list_issues"; {}).issues[] | select(.author | IN($l[])).reactions.thumbs_up] | add',
  },
  {
    question: 'Which runbooks mention only closed issues? Their paths, sorted.',
    expected: Object.keys(files).filter((path) => path.startsWith('docs/') && [...files[path].matchAll(/#(\d+)/g)].every((match) => issues[match[1] - 1].state === 'closed')).toSorted(),
    program: '[pages("list_issues"; {state: "open"}).issues[].number] as $o | call("list_files") | map(select(startswith("docs/")) | {p: ., n: [text("read_file"; {path: .}) | scan("#([0-9]+)")[] | tonumber]} | select(.n - $o == .n).p) | sort',
  },
  {
    question: 'What is the id of the longest comment on performance issues of milestone 2026.3?',
    expected: issues.filter(({ labels, milestone }) => labels.includes('performance') && milestone === '2026.3').flatMap(({ number }) => comments(number))
      .reduce((best, each) => (each.body.length > best.body.length ? each : best)).id,
    program: '[pages("list_issues"; {label: "performance"}).issues[] | select(.milestone == "2026.3") | call("list_comments"; {issue: .number})[]] | max_by(.body | length).id',
  },
  {
    question: 'How many errors does the log have for services of the team platform, and how many comments did its managers write on issues labelled docs?',
    expected: {
      errors: files['logs/deploy.log'].split('\n').filter((line) => / ERROR \[platform-/.test(line)).length,
      comments: issues.filter(({ labels }) => labels.includes('docs')).flatMap(({ number }) => comments(number)).filter(({ author }) => TEAM[author] === 'platform' && ROLE[author] === 'manager').length,
    },
    program: '(call("list_users") | map(select(.team == "platform" and .role == "manager").login)) as $m | {errors: ([text("read_file"; {path: "logs/deploy.log"}) | scan(" ERROR \\\\[platform-")] | length), comments: ([pages("list_issues"; {label: "docs"}).issues[] | call("list_comments"; {issue: .number})[] | select(.author | IN($m[]))] | length)}',
  },
];
