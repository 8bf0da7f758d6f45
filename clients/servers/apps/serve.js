// Starts an app server over standard input and output or HTTP, with the given revisions.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { Readable } from 'node:stream';
import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export function serve(create, era, transport) {
  if (transport === 'http') return overHttp(create, era);
  if (era === 'legacy') return create().connect(new StdioServerTransport());
  if (era === 'modern-ends') exitAfterRefusal();
  return serveStdio(create, era === 'both' ? {} : { legacy: 'reject' });
}

/** Ends the process after it refuses initialize, as servers with `rmcp` do. */
function exitAfterRefusal() {
  const write = process.stdout.write;
  process.stdout.write = (chunk, ...more) => {
    const isWritten = write.call(process.stdout, chunk, ...more);
    if (String(chunk).includes('"code":-32022')) process.exit(1);
    return isWritten;
  };
}

function overHttp(create, era) {
  const modern = createMcpHandler(create, { legacy: 'reject' });
  const legacy = sessions(create);
  const handle = async (request) => (era === 'legacy' || (era === 'both' && (await isLegacyRequest(request))) ? legacy : modern.fetch)(request);
  const http = createServer((incoming, outgoing) => answer(handle, incoming, outgoing).catch(() => outgoing.destroy()));
  http.listen(0, '127.0.0.1', () => console.log(`listening at ${http.address().port}\n`));
  return http;
}

/** Handles requests of legacy revisions, with one session for each client that sends initialize. */
function sessions(create) {
  const transports = new Map();
  return async (request) => {
    const existing = transports.get(request.headers.get('mcp-session-id'));
    if (existing) return existing.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id),
    });
    await create().connect(transport);
    return transport.handleRequest(request);
  };
}

/** Converts between Node's requests and the Request and Response of the SDK. */
async function answer(handle, incoming, outgoing) {
  const disconnected = new AbortController();
  outgoing.on('close', () => disconnected.abort());
  const body = incoming.method === 'POST' ? Readable.toWeb(incoming) : undefined;
  const url = `http://${incoming.headers.host}${incoming.url}`;
  const request = new Request(url, { method: incoming.method, headers: incoming.headers, body, duplex: 'half', signal: disconnected.signal });
  const response = await handle(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}
