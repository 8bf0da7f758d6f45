// Serves an app server over standard input and output or HTTP, in the given revisions.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { Readable } from 'node:stream';
import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export function serve(create, era, transport) {
  if (transport === 'http') return overHttp(create, era);
  if (era === 'legacy') return create().connect(new StdioServerTransport());
  if (era === 'modern-ends') endsWhenItRefuses();
  return serveStdio(create, era === 'both' ? {} : { legacy: 'reject' });
}

/** Like servers with `rmcp`: the process ends after it refuses initialize. */
function endsWhenItRefuses() {
  const write = process.stdout.write;
  process.stdout.write = (chunk, ...more) => {
    const written = write.call(process.stdout, chunk, ...more);
    if (String(chunk).includes('"code":-32022')) process.exit(1);
    return written;
  };
}

function overHttp(create, era) {
  const modern = createMcpHandler(create, { legacy: 'reject' });
  const legacy = sessions(create);
  const takes = async (request) => (era === 'legacy' || (era === 'both' && (await isLegacyRequest(request))) ? legacy : modern.fetch)(request);
  const http = createServer((incoming, outgoing) => answer(takes, incoming, outgoing).catch(() => outgoing.destroy()));
  http.listen(0, '127.0.0.1', () => console.log(`listening at ${http.address().port}\n`));
  return http;
}

/** Legacy revisions: one session for each client that initializes. */
function sessions(create) {
  const open = new Map();
  return async (request) => {
    const known = open.get(request.headers.get('mcp-session-id'));
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void open.set(id, transport),
      onsessionclosed: (id) => void open.delete(id),
    });
    await create().connect(transport);
    return transport.handleRequest(request);
  };
}

/** Converts between Node's requests and the Request and Response of the SDK. */
async function answer(takes, incoming, outgoing) {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const body = incoming.method === 'POST' ? Readable.toWeb(incoming) : undefined;
  const url = `http://${incoming.headers.host}${incoming.url}`;
  const request = new Request(url, { method: incoming.method, headers: incoming.headers, body, duplex: 'half', signal: gone.signal });
  const response = await takes(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}
