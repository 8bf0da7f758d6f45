// @playwright/mcp, with Chromium and pages on this machine.

import { join } from 'node:path';
import process from 'node:process';
import { startSite } from '../lib/site.js';
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
        { what: 'a page after navigation', tool: 'browser_navigate', args: { url: site.url('/report') } },
        { what: 'a snapshot', tool: 'browser_snapshot', args: {} },
        {
          what: 'rows of tables, by a script',
          tool: 'browser_evaluate',
          args: { function: "() => [...document.querySelectorAll('tr')].filter((row) => row.cells[0].tagName === 'TD').map((row) => ({ id: Number(row.cells[0].innerText), customer: row.cells[1].innerText, status: row.cells[2].innerText, cost: Number(row.cells[3].innerText) }))" },
        },
        {
          what: 'network requests',
          async before(session) {
            await session.call('browser_navigate', { url: site.url('/busy') });
            await session.call('browser_wait_for', { text: 'All items are loaded' });
          },
          tool: 'browser_network_requests',
          args: { static: true },
        },
        { what: 'console messages', tool: 'browser_console_messages', args: { level: 'debug', all: true } },
      ],
    };
  },
};
