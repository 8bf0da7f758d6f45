// mcp-server-fetch, with pages on this machine.

import { startSite } from '../lib/site.js';
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
        { what: 'a page as Markdown', tool: 'fetch', args: { url: site.url('/report'), max_length: 200000 } },
        { what: 'JSON', tool: 'fetch', args: { url: site.url('/tickets.json'), max_length: 200000 } },
        { what: 'the first part of CSV', tool: 'fetch', args: { url: site.url('/tickets.csv'), max_length: 20000 } },
      ],
    };
  },
};
