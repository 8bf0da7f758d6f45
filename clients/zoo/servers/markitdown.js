// markitdown-mcp, with a page of HTML, a workbook, and a CSV file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { csv, page, pageTickets, tickets } from '../lib/data.js';
import { python, venv } from '../lib/paths.js';
import { aboutTickets, count, largest } from '../lib/questions.js';

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
        {
          what: 'a CSV file',
          tool: 'convert_to_markdown',
          args: uri('tickets.csv'),
          kind: 'table',
          says: /table of 500 records \{id, opened/,
          questions: aboutTickets(TICKETS),
        },
        {
          what: 'a workbook of three sheets',
          tool: 'convert_to_markdown',
          args: uri('tickets.xlsx'),
          kind: 'table',
          says: /object of 3 tables \{open, waiting, closed\}/,
          questions: [
            { asks: 'How many tickets are waiting?', query: '.waiting | length', is: count(TICKETS, (t) => t.status === 'waiting') },
            { asks: 'Which tickets are urgent?', query: '[.open, .waiting, .closed | .[] | select(.priority == "urgent")] | length', is: count(TICKETS, (t) => t.priority === 'urgent') },
            { asks: 'How many minutes took the closed ones?', query: '.closed | map(.minutes) | add', is: TICKETS.filter((t) => t.status === 'closed').reduce((all, t) => all + t.minutes, 0) },
          ],
        },
        {
          what: 'a page with 24 sections and tables',
          tool: 'convert_to_markdown',
          args: uri('report.html'),
          kind: 'markdown',
          says: /\(Markdown/,
          outline: /24 in #2-#25: 720 rows \{Id, Customer, Status, Cost\}/,
          questions: [
            { asks: 'What is in region 7?', path: '#Region 7', is: /^## Region 7\n[^]*Tickets 7[^]*\| 1209 \|[^|]*\|[^|]*\|[^|]*\|\s*$/ },
            { asks: 'How many tickets are open in region 3?', path: '#Region 3', query: 'map(select(.Status == "open")) | length', is: count(pageTickets().slice(60, 90), (t) => t.status === 'open') },
            { asks: 'Which ticket of all regions costs most?', query: '[.[][]] | max_by(.Cost).Id', is: largest(pageTickets(), (t) => t.cost).id },
          ],
        },
      ],
    };
  },
};
