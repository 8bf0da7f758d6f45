// Tests excel-mcp-server, with a workbook of 700 tickets.

import { join } from 'node:path';
import { tickets } from '../lib/data.js';
import { python, venv } from '../lib/paths.js';
import { aboutTickets } from '../lib/questions.js';

const TICKETS = tickets(700, 71);

const CREATE_DATA = `
import json, sys, openpyxl
file, rows = json.load(sys.stdin)
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Tickets"
sheet.append(list(rows[0]))
for row in rows:
    sheet.append(list(row.values()))
book.save(file)
`;

export default {
  name: 'excel',
  origin: 'PyPI',
  package: 'excel-mcp-server',
  prepare(folder) {
    const file = join(folder, 'tickets.xlsx');
    python('excel-mcp-server', CREATE_DATA, [file, TICKETS]);
    const args = { path: file, sheet: 'Tickets' };
    return {
      command: [venv('excel-mcp-server'), 'stdio'],
      cwd: folder,
      env: { EXCEL_MCP_ROOT: folder, EXCEL_FILES_PATH: folder },
      cases: [
        {
          description: '700 rows of a sheet',
          tool: 'read_range',
          args: { ...args, range: 'A1:J701', max_cells: 10000 },
          format: 'rows',
          notice: /table of 700 records \{id, opened, .*, its first row is the header/,
          questions: aboutTickets(TICKETS),
        },
      ],
    };
  },
};
