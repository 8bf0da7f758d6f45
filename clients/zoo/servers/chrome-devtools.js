// Tests chrome-devtools-mcp, with Chromium and pages on this machine.

import { join } from 'node:path';
import process from 'node:process';
import { pageTickets } from '../lib/data.js';
import { count } from '../lib/questions.js';
import { aboutRows, startSite } from '../lib/site.js';
import { chromium, modules } from '../lib/paths.js';

const openIn = (region) => count(pageTickets().slice(30 * (region - 1), 30 * region), (t) => t.status === 'open');

export default {
  name: 'chrome-devtools',
  origin: 'npm',
  package: 'chrome-devtools-mcp',
  needs: [chromium],
  async prepare() {
    const site = await startSite();
    const pageId = 1;
    const visit = (path) => async (session) => {
      await session.call('navigate_page', { pageId, type: 'url', url: site.url(path) });
      if (path.startsWith('/busy')) await session.call('wait_for', { pageId, text: ['All items are loaded'] });
    };
    return {
      command: [process.execPath, join(modules, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'), '--headless', '--isolated', '--executablePath', chromium, '--chromeArg=--no-sandbox', '--no-usage-statistics'],
      env: { CI: 'true' },
      end: () => site.end(),
      cases: [
        {
          description: 'a snapshot',
          before: visit('/report'),
          tool: 'take_snapshot',
          args: { pageId },
          format: 'snapshot',
          notice: /\(page snapshot/,
          questions: [
            { question: 'How many regions are there?', find: '/heading "Region/', expected: 24 },
            { question: 'Which button searches?', find: 'button "Search tickets"', expected: 1 },
            { question: 'How many tickets of region 5 are open?', path: '#Region 5', query: 'map(select(endswith("\\"open\\""))) | length', expected: openIn(5) },
          ],
        },
        {
          description: 'a verbose snapshot',
          tool: 'take_snapshot',
          args: { pageId, verbose: true },
          format: 'snapshot',
          notice: /\(page snapshot/,
          questions: [
            { question: 'How many tables are there?', find: '/uid=\\S+ table/', expected: 24 },
            { question: 'What is the kind?', find: 'combobox "Kind"', expected: 1 },
            { question: 'How many tickets of region 9 are open?', path: '#Region 9', query: 'map(select(contains("cell \\"open\\""))) | length', expected: openIn(9) },
          ],
        },
        {
          description: 'rows of tables, by a script',
          tool: 'evaluate_script',
          format: 'json',
          notice: /JSON of 720 records \{id, customer, status, cost\}/,
          questions: aboutRows(),
          args: { pageId, function: "() => [...document.querySelectorAll('tr')].filter((row) => row.cells[0].tagName === 'TD').map((row) => ({ id: Number(row.cells[0].innerText), customer: row.cells[1].innerText, status: row.cells[2].innerText, cost: Number(row.cells[3].innerText) }))" },
        },
        {
          description: 'console messages',
          before: visit('/busy?steps=300'),
          tool: 'list_console_messages',
          args: { pageId, pageSize: 400 },
          format: 'log',
          notice: /\(log/,
          questions: [
            { question: 'How many errors does the page write?', find: '/\\[error\\] Step/', expected: 30 },
            { question: 'What is step 77?', find: 'Step 77 of', expected: 1 },
            { question: 'How many warnings are there?', query: 'map(select(contains("[warn]"))) | length', expected: 60 },
          ],
        },
      ],
    };
  },
};
