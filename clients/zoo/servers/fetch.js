// mcp-server-fetch, with pages on this machine.

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
          what: 'a page as Markdown',
          tool: 'fetch',
          args: { url: site.url('/report'), max_length: 200000 },
          kind: 'markdown',
          says: /\(Markdown/,
          questions: [
            { asks: 'What do the open tickets of region 5 cost?', path: '#Region 5', query: 'map(select(.Status == "open").Cost) | add', is: sum(pageTickets().slice(120, 150).filter((t) => t.status === 'open').map((t) => t.cost)) },
            { asks: 'How many tickets does 山田 花子 have?', find: '| 山田 花子 |', is: count(pageTickets(), (t) => t.customer === '山田 花子') },
            { asks: 'What is in region 24?', path: '#Region 24', is: /^## Region 24\n/ },
          ],
        },
        {
          what: 'JSON after two sentences',
          tool: 'fetch',
          args: { url: site.url('/tickets.json'), max_length: 200000 },
          kind: 'json',
          says: /JSON of 400 records \{id, opened/,
          questions: aboutTickets(SITE_TICKETS),
        },
        {
          what: 'the first part of CSV',
          tool: 'fetch',
          args: { url: site.url('/tickets.csv'), max_length: 20000 },
          kind: 'csv',
          says: /CSV of \d+ records \{id, opened.*The result itself says that more exists/,
          questions: [
            { asks: 'What is the subject of ticket 1100?', query: '.[] | select(.id == 1100).subject', is: SITE_TICKETS[100].subject },
            { asks: 'How many tickets are there?', query: 'length', is: (n) => n > 200 && n < 400, warns: /Content truncated/ },
            { asks: 'Who has ticket 1042?', find: '"id":1042', is: 1 },
          ],
        },
      ],
    };
  },
};
