// A server that supports only 2026-07-28, with the features of this revision: input requests, log messages on request, and
// notifications of changes for subscribers. Uses standard input and output, or with the argument `http` HTTP on a free port, which it prints.

import { createServer } from 'node:http';
import process from 'node:process';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { acceptedContent, createMcpHandler, fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const WATCHED = 'harbour://tide';
const text = (message) => ({ content: [{ type: 'text', text: String(message) }] });
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

let tide = 1;
let grown = 0;
let cancelled = 0;
let handler;

function create() {
  const server = new McpServer(
    { name: 'newest', version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: {}, logging: {} },
      instructions: 'For ships.',
    },
  );
  const tool = (name, properties, run, more = {}) =>
    server.registerTool(name, { inputSchema: z.object(properties), ...more }, run);

  tool('say', { words: z.string() }, async ({ words }) => text(words));
  tool(
    'list_ships',
    { count: z.number().int() },
    async ({ count }) => {
      const structuredContent = { ships: Array.from({ length: count }, (_, i) => ({ id: `s-${i}`, name: `ship ${i}`, draught: i * 1.1 })) };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
    { outputSchema: z.object({ ships: z.array(z.any()) }), annotations: { readOnlyHint: true } },
  );
  tool(
    'bare_list',
    { count: z.number().int() },
    async ({ count }) => {
      const structuredContent = Array.from({ length: count }, (_, i) => `berth ${i}`);
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
    { outputSchema: z.array(z.string()) },
  );
  server.registerTool(
    'moor',
    { inputSchema: fromJsonSchema(object({ berth: { type: 'string', 'x-mcp-header': 'Berth' } })) },
    async ({ berth }) => text(`moored at ${berth}`),
  );
  tool('steps', {}, async (_, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= 3; progress += 1) {
      if (progressToken !== undefined) {
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } });
      }
      await ctx.mcpReq.log('info', `step ${progress}`, 'pilot');
      await pause(50);
    }
    return text('done');
  });
  tool('wait', {}, async (_, ctx) => {
    await pause(30_000, undefined, { signal: ctx.mcpReq.signal }).catch(() => (cancelled += 1));
    return text('waited');
  });
  tool('cancelled', {}, async () => text(cancelled));

  tool('deploy', { target: z.string() }, async ({ target }, ctx) => {
    const { inputResponses, requestState } = ctx.mcpReq;
    const first = acceptedContent(inputResponses, 'sure');
    if (requestState() === undefined) {
      const sure = inputRequired.elicit({
        message: `Deploy to ${target}?`,
        requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
      });
      return inputRequired({ inputRequests: { sure, where: inputRequired.listRoots() }, requestState: `first ${target}` });
    }
    if (requestState() === `first ${target}`) {
      const words = inputRequired.createMessage({
        messages: [{ role: 'user', content: { type: 'text', text: 'Name it.' } }],
        maxTokens: 10,
      });
      const answers = `${first?.confirm} ${inputResponses.where?.roots?.[0]?.uri}`;
      return inputRequired({ inputRequests: { words }, requestState: `second ${answers}` });
    }
    return text(`${requestState()} ${inputResponses.words?.content?.text}`);
  });

  const grow = (number) => tool(`grown_${number}`, {}, async () => text('grown'));
  tool('grow', {}, async () => {
    grown += 1;
    grow(grown);
    handler?.notify.toolsChanged();
    return text('a tool more');
  });
  for (let number = 1; number <= grown; number += 1) grow(number);
  tool('rise', {}, async () => {
    tide += 1;
    if (handler) handler.notify.resourceUpdated(WATCHED);
    else await server.server.sendResourceUpdated({ uri: WATCHED });
    return text(tide);
  });
  server.registerResource('tide', WATCHED, {}, async (uri) => ({ contents: [{ uri: uri.href, text: `${tide} m` }] }));
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
  handler = createMcpHandler(create, { legacy: 'reject' });
  const http = createServer((incoming, outgoing) => answer(incoming, outgoing).catch(() => outgoing.destroy()));
  http.listen(0, '127.0.0.1', () => console.log(`listening at ${http.address().port}\n`));
} else {
  serveStdio(create, { legacy: 'reject' });
}
