// The issue tracker of clients/, without packages: tracker.js [LOG]. Every call takes 20 ms; LOG receives a line for each call.

import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import process from 'node:process';
import { comments, files, issues, users } from '../../clients/servers/tracker-data.js';
import { schema, serve, textResult } from './rpc.js';

const MILLIS = 20;
const [log] = process.argv.slice(2);
const text = (value) => textResult(typeof value === 'string' ? value : JSON.stringify(value));
const failure = (said) => textResult(said, true);
const found = (value, said) => (value === undefined ? failure(said) : text(value));
const integer = { type: 'integer' };
const string = { type: 'string' };

function tool(name, description, inputSchema, run, readOnlyHint = true) {
  return {
    name, description, inputSchema, annotations: { readOnlyHint },
    async run(args) {
      await pause(MILLIS);
      const result = run(args);
      if (log) appendFileSync(log, `${JSON.stringify({ name, result })}\n`);
      return result;
    },
  };
}

serve('tracker', [
  tool('list_issues', 'Lists issues, a page at a time.', schema({ state: { type: 'string', enum: ['open', 'closed'] }, label: string, page: { type: 'integer', minimum: 1, default: 1 }, per_page: { type: 'integer', minimum: 1, maximum: 50, default: 20 } }),
    ({ state, label, page = 1, per_page: size = 20 }) => {
      const some = issues.filter((issue) => (!state || issue.state === state) && (!label || issue.labels.includes(label)));
      return text({ total: some.length, page, per_page: size, issues: some.slice((page - 1) * size, page * size) });
    }),
  tool('get_issue', 'Returns one issue.', schema({ number: integer }, ['number']), ({ number }) => found(issues[number - 1], `no issue ${number}`)),
  tool('list_comments', 'Lists the comments of an issue, oldest first.', schema({ issue: integer }, ['issue']), ({ issue }) => found(issues[issue - 1] && comments(issue), `no issue ${issue}`)),
  tool('list_users', 'Lists all users.', schema(), () => text(users)),
  tool('get_user', 'Returns one user.', schema({ login: string }, ['login']), (args) => found(users.find(({ login }) => login === args.login), `no user ${args.login}`)),
  tool('list_files', 'Lists the paths of the files.', schema(), () => text(Object.keys(files))),
  tool('read_file', 'Reads a file.', schema({ path: string }, ['path']), ({ path }) => found(files[path], `no file ${path}`)),
  tool('close_issue', 'Closes an issue.', schema({ number: integer }, ['number']), ({ number }) => text({ ...issues[number - 1], state: 'closed' }), false),
  tool('export_all', 'Returns all issues and comments, 5 MB.', schema(), () => text(Array.from({ length: 12 }, () => issues))),
]);
