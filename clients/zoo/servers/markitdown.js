// Tests markitdown-mcp, with an HTML page, a workbook, and a CSV file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { csv, page, pageTickets, tickets } from '../lib/data.js';
import { python, venv } from '../lib/paths.js';
import { aboutTickets, count, largest } from '../lib/questions.js';

const TICKETS = tickets(500, 81);

const CREATE_DATA = `
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
    python('markitdown-mcp', CREATE_DATA, [file('tickets.xlsx'), TICKETS]);
    const uri = (name) => ({ uri: pathToFileURL(file(name)).href });
    return {
      command: [venv('markitdown-mcp')],
      cases: [
        {
          description: 'a CSV file',
          tool: 'convert_to_markdown',
          args: uri('tickets.csv'),
          format: 'table',
          notice: /table of 500 records \{id, opened/,
          questions: aboutTickets(TICKETS),
        },
        {
          description: 'a workbook of three sheets',
          tool: 'convert_to_markdown',
          args: uri('tickets.xlsx'),
          format: 'table',
          notice: /object of 3 tables \{open, waiting, closed\}/,
          questions: [
            { question: 'How many tickets are waiting?', query: '.waiting | length', expected: count(TICKETS, (t) => t.status === 'waiting') },
            { question: 'Which tickets are urgent?', query: '[.open, .waiting, .closed | .[] | select(.priority == "urgent")] | length', expected: count(TICKETS, (t) => t.priority === 'urgent') },
            { question: 'How many minutes took the closed ones?', query: '.closed | map(.minutes) | add', expected: TICKETS.filter((t) => t.status === 'closed').reduce((all, t) => all + t.minutes, 0) },
          ],
        },
        {
          description: 'a page with 24 sections and tables',
          tool: 'convert_to_markdown',
          args: uri('report.html'),
          format: 'markdown',
          notice: /\(Markdown/,
          outline: /24 in #2-#25: 720 rows \{Id, Customer, Status, Cost\}/,
          questions: [
            { question: 'What is in region 7?', path: '#Region 7', expected: /^## Region 7\n[^]*Tickets 7[^]*\| 1209 \|[^|]*\|[^|]*\|[^|]*\|\s*$/ },
            { question: 'How many tickets are open in region 3?', path: '#Region 3', query: 'map(select(.Status == "open")) | length', expected: count(pageTickets().slice(60, 90), (t) => t.status === 'open') },
            { question: 'Which ticket of all regions costs most?', query: '[.[][]] | max_by(.Cost).Id', expected: largest(pageTickets(), (t) => t.cost).id },
          ],
        },
      ],
    };
  },
};
