// Tests mcp-server-duckdb, with a table of 1,200 tickets that has decimals, dates, and times.

import { join } from 'node:path';
import { tickets } from '../lib/data.js';
import { python, venv } from '../lib/paths.js';
import { count, largest, sum } from '../lib/questions.js';

const TICKETS = tickets(1200, 31);

const CREATE_DATA = `
import json, sys, duckdb
file, rows = json.load(sys.stdin)
db = duckdb.connect(file)
db.execute("create table tickets (id integer, opened date, language varchar, customer varchar, subject varchar, status varchar, priority varchar, minutes integer, cost decimal(10, 2), assignee varchar)")
db.executemany("insert into tickets values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [list(row.values()) for row in rows])
db.close()
`;

export default {
  name: 'duckdb',
  origin: 'PyPI',
  package: 'mcp-server-duckdb',
  prepare(folder) {
    const file = join(folder, 'tickets.duckdb');
    python('mcp-server-duckdb', CREATE_DATA, [file, TICKETS]);
    return {
      command: [venv('mcp-server-duckdb'), '--db-path', file, '--readonly'],
      cases: [
        {
          description: '1,200 tickets with dates and decimals',
          tool: 'query',
          args: { query: 'select * from tickets order by id' },
          format: 'python',
          notice: /Python of 1,200 items/,
          questions: [
            { question: 'How many tickets are open?', query: 'map(select(.[5] == "open")) | length', expected: count(TICKETS, (t) => t.status === 'open') },
            { question: 'What do all tickets cost?', query: 'map(.[8]) | add', expected: sum(TICKETS.map((t) => t.cost)) },
            { question: 'Which ticket took longest?', query: 'max_by(.[7])[0]', expected: largest(TICKETS, (t) => t.minutes).id },
          ],
        },
        {
          description: 'identifiers and subjects',
          tool: 'query',
          args: { query: 'select id, subject from tickets order by id' },
          format: 'python',
          notice: /Python of 1,200 items/,
          questions: [
            { question: 'How often is an invoice wrong, in Chinese?', find: '发票地址错误', expected: count(TICKETS, (t) => t.subject === '发票地址错误') },
            { question: 'What is the subject of ticket 1777?', query: '.[] | select(.[0] == 1777)[1]', expected: TICKETS[777].subject },
            { question: 'How many subjects are there?', query: 'map(.[1]) | unique | length', expected: new Set(TICKETS.map((t) => t.subject)).size },
          ],
        },
      ],
    };
  },
};
