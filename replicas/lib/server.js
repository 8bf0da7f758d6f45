// A server over standard input and output: a tool whose results flood, and one that is small.

import { createInterface } from 'node:readline';

export const SHIPS = Array.from({ length: 900 }, (_, id) => ({ id, name: `MV Albatross ${id}`, port: ['Hamburg', 'Gdansk'][id % 2], note: 'cargo inspected, seals intact' }));

const TOOLS = { list_ships: () => JSON.stringify(SHIPS), get_ship: () => JSON.stringify(SHIPS[0]) };

const results = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'harbour', version: '1' } }),
  'tools/list': () => ({ tools: Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } })) }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: TOOLS[params.name]?.() ?? 'no such tool' }], isError: !TOOLS[params.name] }),
  ping: () => ({}),
};

if (process.argv[1] === import.meta.filename) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = results[method];
    const said = answer ? { result: answer(params) } : { error: { code: -32601, message: 'unknown' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
  });
}
