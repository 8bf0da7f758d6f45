// markitdown-mcp, with a page of HTML, a workbook, and a CSV file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { csv, page, tickets } from '../lib/data.js';
import { python, venv } from '../lib/paths.js';

const TICKETS = tickets(500, 81);

const FILL = `
import json, sys, openpyxl
file, rows = json.load(sys.stdin)
book = openpyxl.Workbook()
for status in ("open", "waiting", "closed"):
    sheet = book.create_sheet(status)
    sheet.append(list(rows[0]))
    for row in rows:
        if row["status"] == status:
            sheet.append(list(row.values()))
del book["Sheet"]
book.save(file)
`;

export default {
  name: 'markitdown',
  origin: 'PyPI',
  package: 'markitdown-mcp',
  prepare(folder) {
    const file = (name) => join(folder, name);
    writeFileSync(file('report.html'), page());
    writeFileSync(file('tickets.csv'), csv(TICKETS));
    python('markitdown-mcp', FILL, [file('tickets.xlsx'), TICKETS]);
    const uri = (name) => ({ uri: pathToFileURL(file(name)).href });
    return {
      command: [venv('markitdown-mcp')],
      cases: [
        { what: 'a CSV file', tool: 'convert_to_markdown', args: uri('tickets.csv') },
        { what: 'a workbook of three sheets', tool: 'convert_to_markdown', args: uri('tickets.xlsx') },
        { what: 'a page with 24 sections and tables', tool: 'convert_to_markdown', args: uri('report.html') },
      ],
    };
  },
};
