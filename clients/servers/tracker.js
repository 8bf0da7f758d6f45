// A server for an issue tracker with large records: 600 issues in pages of at most 50, their comments, users, and files. Every call takes 20 ms.

import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { comments, files, issues, users } from './tracker-data.js';

const CALL_MILLIS = 20;

const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
const failure = (message) => ({ isError: true, ...text(message) });

function create() {
  const server = new McpServer({ name: 'tracker', version: '1.0.0' });
  const tool = (name, description, inputSchema, run, annotations = { readOnlyHint: true }) =>
    server.registerTool(name, { description, inputSchema, annotations }, async (args) => {
      await pause(CALL_MILLIS);
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
