// A small server with the SDK of the revision 2026-07-28, which also supports legacy clients.
// Uses standard input and output, or with the argument `http` HTTP on a free port, which it prints.

import { createServer } from 'node:http';
import process from 'node:process';
import { Readable } from 'node:stream';
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const order = (i) => ({ id: `o-${i}`, customer: `customer ${i % 97}`, total: i * 1.1, lines: [{ sku: `s${i}`, pieces: i % 7 }] });

let grown = false;
let handler;

function create() {
  const server = new McpServer(
    { name: 'orders', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' }, 'resources/read': { ttlMs: 60_000, cacheScope: 'public' } },
    },
  );

  server.registerTool('say', { inputSchema: z.object({ words: z.string() }) }, async ({ words }) => ({
    content: [{ type: 'text', text: words }],
  }));

  const grow = () => server.registerTool('grown', {}, async () => ({ content: [{ type: 'text', text: 'grown' }] }));
  server.registerTool('grow', {}, async () => {
    if (!grown) grow();
    grown = true;
    handler?.notify.toolsChanged();
    return { content: [{ type: 'text', text: 'a tool more' }] };
  });
  if (grown) grow();

  server.registerTool(
    'list_orders',
    {
      inputSchema: z.object({ count: z.number().int() }),
      outputSchema: z.object({ orders: z.array(z.object({ id: z.string(), customer: z.string(), total: z.number(), lines: z.array(z.any()) })) }),
      annotations: { readOnlyHint: true },
    },
    async ({ count }) => {
      const structuredContent = { orders: Array.from({ length: count }, (_, i) => order(i)) };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );

  // since this revision, structured content may be any value
  server.registerTool(
    'bare_list',
    { inputSchema: z.object({ count: z.number().int() }), outputSchema: z.array(z.object({ id: z.string() }).loose()) },
    async ({ count }) => {
      const structuredContent = Array.from({ length: count }, (_, i) => order(i));
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );

  server.registerTool('deploy', { inputSchema: z.object({ target: z.string() }) }, async ({ target }, ctx) => {
    const answer = acceptedContent(ctx.mcpReq.inputResponses, 'sure');
    if (answer === undefined) {
      return inputRequired({
        inputRequests: {
          sure: inputRequired.elicit({
            message: `Deploy to ${target}?`,
            requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
          }),
        },
        requestState: `state of ${target} `.repeat(2_000),
      });
    }
    const state = ctx.mcpReq.requestState();
    const intact = state === `state of ${target} `.repeat(2_000);
    return { content: [{ type: 'text', text: `confirmed: ${answer.confirm}, state intact: ${intact}` }] };
  });

  server.registerResource('log', 'orders://log', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'one line of the log\n'.repeat(20_000) }],
  }));

  server.registerPrompt('greet', { argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }],
  }));
  return server;
}

/** Converts between Node's requests and the Request and Response of the SDK. */
async function answer(incoming, outgoing) {
  const disconnected = new AbortController();
  outgoing.on('close', () => disconnected.abort());
  const body = incoming.method === 'POST' ? Readable.toWeb(incoming) : undefined;
  const url = `http://${incoming.headers.host}${incoming.url}`;
  const request = new Request(url, { method: incoming.method, headers: incoming.headers, body, duplex: 'half', signal: disconnected.signal });
  const response = await handler.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}

if (process.argv[2] === 'http') {
  handler = createMcpHandler(create);
  const http = createServer((incoming, outgoing) => answer(incoming, outgoing).catch(() => outgoing.destroy()));
  http.listen(0, '127.0.0.1', () => console.log(`listening at ${http.address().port}\n`));
} else {
  serveStdio(create);
}
