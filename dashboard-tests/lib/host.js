// Serves the page of a host and its packages on a free port.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = { host: 'host', modules: 'node_modules' };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };

/** Starts the server; `base` is its URL. */
export async function host() {
  const server = createServer((request, response) => {
    const [, folder, ...rest] = normalize(new URL(request.url, 'http://host').pathname).split('/');
    const file = join(root, FOLDERS[folder] ?? 'host', ...rest);
    readFile(file).then(
      (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}
