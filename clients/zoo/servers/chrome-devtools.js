// chrome-devtools-mcp, with Chromium and pages on this machine.

import { join } from 'node:path';
import process from 'node:process';
import { startSite } from '../lib/site.js';
import { chromium, modules } from '../lib/paths.js';

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
      if (path === '/busy') await session.call('wait_for', { pageId, text: ['All items are loaded'] });
    };
    return {
      command: [process.execPath, join(modules, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'), '--headless', '--isolated', '--executablePath', chromium, '--chromeArg=--no-sandbox', '--no-usage-statistics'],
      env: { CI: 'true' },
      end: () => site.end(),
      cases: [
        { what: 'a snapshot', before: visit('/report'), tool: 'take_snapshot', args: { pageId } },
        { what: 'a verbose snapshot', tool: 'take_snapshot', args: { pageId, verbose: true } },
        {
          what: 'rows of tables, by a script',
          tool: 'evaluate_script',
          args: { pageId, function: "() => [...document.querySelectorAll('tr')].filter((row) => row.cells[0].tagName === 'TD').map((row) => ({ id: Number(row.cells[0].innerText), customer: row.cells[1].innerText, status: row.cells[2].innerText, cost: Number(row.cells[3].innerText) }))" },
        },
        { what: 'network requests', before: visit('/busy'), tool: 'list_network_requests', args: { pageId, pageSize: 200 } },
        { what: 'console messages', tool: 'list_console_messages', args: { pageId, pageSize: 200 } },
      ],
    };
  },
};
