// Tests mcp-server-sqlite, with a table of 1,500 tickets and 60 tables.

import { join } from 'node:path';
import { tickets } from '../lib/data.js';
import { python, venv } from '../lib/paths.js';
import { aboutTickets, sum } from '../lib/questions.js';

const TICKETS = tickets(1500);

/** Returns the number of tickets and the longest time of each status, in the order of the statuses. */
const byStatus = [...new Set(TICKETS.map((t) => t.status))].sort().map((status) => {
  const minutes = TICKETS.filter((t) => t.status === status).map((t) => t.minutes);
  return { status, n: minutes.length, longest: Math.max(...minutes) };
});

const CREATE_DATA = `
import json, sqlite3, sys
file, rows = json.load(sys.stdin)
db = sqlite3.connect(file)
db.execute("create table tickets (id integer primary key, opened text, language text, customer text, subject text, status text, priority text, minutes integer, cost real, assignee text)")
db.executemany("insert into tickets values (:id, :opened, :language, :customer, :subject, :status, :priority, :minutes, :cost, :assignee)", rows)
db.commit()
`;

export default {
  name: 'sqlite',
  origin: 'PyPI',
  package: 'mcp-server-sqlite',
  prepare(folder) {
    const file = join(folder, 'tickets.db');
    python('mcp-server-sqlite', CREATE_DATA, [file, TICKETS]);
    return {
      command: [venv('mcp-server-sqlite'), '--db-path', file],
      policy: { sql: true },
      cases: [
        {
          description: '1,500 tickets',
          tool: 'read_query',
          args: { query: 'select * from tickets order by id' },
          format: 'python',
          notice: /Python of 1,500 records \{id, opened, language/,
          questions: [
            ...aboutTickets(TICKETS),
            { question: 'How many tickets has each status, and which took longest? In SQL.', sql: 'SELECT status, count(*) n, max(minutes) longest FROM data GROUP BY status ORDER BY status', expected: byStatus },
          ],
        },
        {
          description: 'a count for each customer, language, and status',
          tool: 'read_query',
          args: { query: 'select customer, language, status, assignee, count(*) as tickets, round(sum(cost), 2) as cost from tickets group by 1, 2, 3, 4 order by 1, 3, 4' },
          format: 'python',
          notice: /Python of \d+ records \{customer, language, status, assignee, tickets, cost\}/,
          questions: [
            { question: 'How many tickets does sven have?', query: 'map(select(.assignee == "sven").tickets) | add', expected: TICKETS.filter((t) => t.assignee === 'sven').length },
            { question: 'What do the open tickets in Japanese cost?', query: 'map(select(.language == "ja" and .status == "open").cost) | add', expected: sum(TICKETS.filter((t) => t.language === 'ja' && t.status === 'open').map((t) => t.cost)) },
            { question: 'How many tickets have no assignee?', query: 'map(select(.assignee == null).tickets) | add', expected: TICKETS.filter((t) => t.assignee === null).length },
          ],
        },
      ],
    };
  },
};
