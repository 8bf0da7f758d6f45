// Tests @playwright/mcp, with Chromium and pages on this machine.

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
          description: 'a snapshot',
          before: (session) => session.call('browser_navigate', { url: site.url('/report') }),
          tool: 'browser_snapshot',
          args: {},
          format: 'snapshot',
          notice: /\(page snapshot/,
          questions: [
            { question: 'How many tables are there?', find: '/- table /', expected: 24 },
            { question: 'Which box is for the customer?', find: 'textbox "Customer"', expected: 1 },
            { question: 'How many tickets of region 5 are open?', path: '#Region 5', query: 'map(select(contains("cell \\"open\\""))) | length', expected: count(pageTickets().slice(120, 150), (t) => t.status === 'open') },
          ],
        },
        {
          description: 'rows of tables, by a script',
          tool: 'browser_evaluate',
          format: 'json',
          notice: /JSON of 720 records \{id, customer, status, cost\}/,
          questions: aboutRows(),
          args: { function: "() => [...document.querySelectorAll('tr')].filter((row) => row.cells[0].tagName === 'TD').map((row) => ({ id: Number(row.cells[0].innerText), customer: row.cells[1].innerText, status: row.cells[2].innerText, cost: Number(row.cells[3].innerText) }))" },
        },
        {
          description: 'console messages',
          async before(session) {
            await session.call('browser_navigate', { url: site.url('/busy?steps=160') });
            await session.call('browser_wait_for', { text: 'All items are loaded' });
          },
          tool: 'browser_console_messages',
          args: { level: 'debug', all: true },
          format: 'log',
          notice: /\(log/,
          questions: [
            { question: 'How many errors does the page write?', find: '/\\[ERROR\\] Step/', expected: 16 },
            { question: 'What is step 77?', find: 'Step 77 of', expected: 1 },
            { question: 'How many warnings are there?', query: 'map(select(startswith("[WARNING]"))) | length', expected: 32 },
          ],
        },
      ],
    };
  },
};
