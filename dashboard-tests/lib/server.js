// A server over standard input and output with tools that return oversized JSON, a log, and a small result; other calls fail.

import { createInterface } from 'node:readline';

const ships = (count) =>
  Array.from({ length: count }, (_, i) => ({ id: i, name: `MV Albatross ${i}`, port: ['Hamburg', 'Gdansk'][i % 2], note: 'cargo inspected, seals intact' }));

const TOOLS = {
  list_ships: () => JSON.stringify(ships(900)),
  harbour_log: () => Array.from({ length: 3000 }, (_, i) => `2026-11-21T06:00:00Z INFO berth ${i} free`).join('\n'),
  get_ship: () => JSON.stringify(ships(1)[0]),
};

const handlers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'harbour', version: '1' } }),
  'tools/list': () => ({ tools: Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } })) }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: TOOLS[params.name]?.() ?? 'no such tool' }], isError: !TOOLS[params.name] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const handle = handlers[method];
  const outcome = handle ? { result: handle(params) } : { error: { code: -32601, message: 'unknown' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
});
