// mcp-server-duckdb, with a table of 1,200 tickets that has decimals, dates, and times.

import { join } from 'node:path';
import { tickets } from '../lib/data.js';
import { python, venv } from '../lib/paths.js';

const TICKETS = tickets(1200, 31);

const FILL = `
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
    python('mcp-server-duckdb', FILL, [file, TICKETS]);
    return {
      command: [venv('mcp-server-duckdb'), '--db-path', file, '--readonly'],
      cases: [
        { what: '1,200 tickets with dates and decimals', tool: 'query', args: { query: 'select * from tickets order by id' } },
        { what: 'one column of 1,200 subjects', tool: 'query', args: { query: 'select id, subject from tickets order by id' } },
      ],
    };
  },
};
