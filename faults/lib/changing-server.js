// A server with one tool, whose description is in the file that the argument names.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import process from 'node:process';

const handlers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'changing', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'add', description: readFileSync(process.argv[2], 'utf8'), inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'the sum' }] }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const handler = handlers[method];
  const outcome = handler ? { result: handler() } : { error: { code: -32601, message: 'unknown method' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
});
