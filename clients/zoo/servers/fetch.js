// Tests mcp-server-fetch, with pages on this machine.

import { pageTickets } from '../lib/data.js';
import { aboutTickets, count, sum } from '../lib/questions.js';
import { SITE_TICKETS, startSite } from '../lib/site.js';
import { venv } from '../lib/paths.js';

export default {
  name: 'fetch',
  origin: 'PyPI',
  package: 'mcp-server-fetch',
  async prepare() {
    const site = await startSite();
    return {
      command: [venv('mcp-server-fetch'), '--ignore-robots-txt', '--allow-private-ips'],
      env: { NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
      end: () => site.end(),
      cases: [
        {
          description: 'a page as Markdown',
          tool: 'fetch',
          args: { url: site.url('/report'), max_length: 200000 },
          format: 'markdown',
          notice: /\(Markdown/,
          questions: [
            { question: 'What do the open tickets of region 5 cost?', path: '#Region 5', query: 'map(select(.Status == "open").Cost) | add', expected: sum(pageTickets().slice(120, 150).filter((t) => t.status === 'open').map((t) => t.cost)) },
            { question: 'How many tickets does 山田 花子 have?', find: '| 山田 花子 |', expected: count(pageTickets(), (t) => t.customer === '山田 花子') },
            { question: 'What is in region 24?', path: '#Region 24', expected: /^## Region 24\n/ },
          ],
        },
        {
          description: 'JSON after two sentences',
          tool: 'fetch',
          args: { url: site.url('/tickets.json'), max_length: 200000 },
          format: 'json',
          notice: /JSON of 400 records \{id, opened/,
          questions: aboutTickets(SITE_TICKETS),
        },
        {
          description: 'the first part of CSV',
          tool: 'fetch',
          args: { url: site.url('/tickets.csv'), max_length: 20000 },
          format: 'csv',
          notice: /CSV of \d+ records \{id, opened.*The result itself says that more exists/,
          questions: [
            { question: 'What is the subject of ticket 1100?', query: '.[] | select(.id == 1100).subject', expected: SITE_TICKETS[100].subject },
            { question: 'How many tickets are there?', query: 'length', expected: (n) => n > 200 && n < 400, warning: /Content truncated/ },
            { question: 'Who has ticket 1042?', find: '"id":1042', expected: 1 },
          ],
        },
      ],
    };
  },
};
