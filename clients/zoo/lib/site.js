// Starts a web site on this machine for the servers that load pages.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { csv, page, pageTickets, tickets } from './data.js';
import { aboutTickets } from './questions.js';

export const SITE_TICKETS = tickets(400, 91);

/** A page that makes 60 requests and writes `steps` console messages (a parameter of its URL). */
const busy = `<!DOCTYPE html><html lang="en"><head><title>Busy</title></head><body><h1>Busy</h1><script>
for (let i = 0; i < Number(new URLSearchParams(location.search).get('steps')); i += 1) console[i % 10 === 0 ? 'error' : i % 4 === 0 ? 'warn' : 'log'](\`Step \${i} of the import took \${i * 7 % 100} ms\`);
(async () => { for (let i = 0; i < 60; i += 1) await fetch(\`/api/items/\${i}?page=\${i % 5}\`); document.title = 'Done'; document.body.append('All items are loaded'); })();
</script></body></html>`;

/** Returns questions about the rows of the report's tables. */
export const aboutRows = () => aboutTickets(pageTickets());

/** Starts the site; returns functions for its URLs and to stop it. */
export async function startSite() {
  const pages = {
    '/report': ['text/html; charset=utf-8', page()],
    '/busy': ['text/html; charset=utf-8', busy],
    '/tickets.json': ['application/json', JSON.stringify(SITE_TICKETS)],
    '/tickets.csv': ['text/csv; charset=utf-8', csv(SITE_TICKETS)],
  };
  const server = createServer((request, response) => {
    const path = request.url.split('?')[0];
    const [type, body] = pages[path] ?? ['application/json', '{}'];
    const status = path.startsWith('/api/') && Number(path.split('/').pop()) % 6 === 5 ? 404 : pages[path] || path.startsWith('/api/') ? 200 : 404;
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: (path) => `http://127.0.0.1:${server.address().port}${path}`,
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}
