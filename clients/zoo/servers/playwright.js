// @playwright/mcp, with Chromium and pages on this machine.

import { join } from 'node:path';
import process from 'node:process';
import { pageTickets } from '../lib/data.js';
import { count } from '../lib/questions.js';
import { aboutRows, startSite } from '../lib/site.js';
import { chromium, modules } from '../lib/paths.js';

export default {
  name: 'playwright',
  origin: 'npm',
  package: '@playwright/mcp',
  needs: [chromium],
  async prepare(folder) {
    const site = await startSite();
    return {
      command: [process.execPath, join(modules, '@playwright/mcp/cli.js'), '--headless', '--isolated', '--no-sandbox', '--executable-path', chromium, '--output-dir', join(folder, 'output')],
      cwd: folder,
      end: () => site.end(),
      cases: [
        {
          what: 'a snapshot',
          before: (session) => session.call('browser_navigate', { url: site.url('/report') }),
          tool: 'browser_snapshot',
          args: {},
          kind: 'snapshot',
          says: /\(page snapshot/,
          questions: [
            { asks: 'How many tables are there?', find: '/- table /', is: 24 },
            { asks: 'Which box is for the customer?', find: 'textbox "Customer"', is: 1 },
            { asks: 'How many tickets of region 5 are open?', path: '#Region 5', query: 'map(select(contains("cell \\"open\\""))) | length', is: count(pageTickets().slice(120, 150), (t) => t.status === 'open') },
          ],
        },
        {
          what: 'rows of tables, by a script',
          tool: 'browser_evaluate',
          kind: 'json',
          says: /JSON of 720 records \{id, customer, status, cost\}/,
          questions: aboutRows(),
          args: { function: "() => [...document.querySelectorAll('tr')].filter((row) => row.cells[0].tagName === 'TD').map((row) => ({ id: Number(row.cells[0].innerText), customer: row.cells[1].innerText, status: row.cells[2].innerText, cost: Number(row.cells[3].innerText) }))" },
        },
        {
          what: 'console messages',
          async before(session) {
            await session.call('browser_navigate', { url: site.url('/busy?steps=160') });
            await session.call('browser_wait_for', { text: 'All items are loaded' });
          },
          tool: 'browser_console_messages',
          args: { level: 'debug', all: true },
          kind: 'log',
          says: /\(log/,
          questions: [
            { asks: 'How many errors does the page write?', find: '/\\[ERROR\\] Step/', is: 16 },
            { asks: 'What is step 77?', find: 'Step 77 of', is: 1 },
            { asks: 'How many warnings are there?', query: 'map(select(startswith("[WARNING]"))) | length', is: 32 },
          ],
        },
      ],
    };
  },
};
