// A server of 2025-11-25 over standard input and output. It has a tool with large results, tools with small results, a tool that
// sends an elicitation, and two tools that read and write a file that all processes of the server share.

import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export const SHIPS = Array.from({ length: 900 }, (_, id) => ({ id, name: `MV Albatross ${id}`, port: ['Hamburg', 'Gdansk'][id % 2], note: 'cargo inspected, seals intact' }));

const file = process.argv[2];
let runs = 0;

const TOOLS = {
  list_ships: () => JSON.stringify(SHIPS),
  get_ship: () => JSON.stringify(SHIPS[0]),
  get_tide: () => JSON.stringify({ metres: 2.4 }),
  list_crew: () => JSON.stringify(SHIPS.slice(0, 200)),
  get_weather: () => JSON.stringify({ weather: readFileSync(file, 'utf8'), run: `${process.pid}.${runs += 1}` }),
  set_weather: ({ weather }) => (writeFileSync(file, weather), JSON.stringify({ weather })),
};

const isReadOnly = (name) => !name.startsWith('set_');

const handlers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion === '2026-07-28' ? '2025-11-25' : params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'harbour', version: '1' } }),
  'tools/list': () => ({ tools: [...Object.keys(TOOLS), 'ask_pilot'].map((name) => ({ name, description: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: isReadOnly(name) } })) }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: TOOLS[params.name]?.(params.arguments) ?? 'no such tool' }], isError: !TOOLS[params.name] }),
  ping: () => ({}),
};

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

if (process.argv[1] === import.meta.filename) {
  const pendingCalls = new Map();
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params, result } = JSON.parse(line);
    if (id === undefined) return;
    if (method === undefined) {
      // a message without a method is the client's response to an elicitation
      send({ id: pendingCalls.get(id), result: { content: [{ type: 'text', text: JSON.stringify({ depth: result?.content?.depth ?? null }) }] } });
    } else if (params?.name === 'ask_pilot') {
      const elicitationId = `q${pendingCalls.size}`;
      pendingCalls.set(elicitationId, id);
      const requestedSchema = { type: 'object', properties: { depth: { type: 'number' } } };
      send({ id: elicitationId, method: 'elicitation/create', params: { message: 'how deep?', requestedSchema } });
    } else {
      const handle = handlers[method];
      send({ id, ...(handle ? { result: handle(params) } : { error: { code: -32601, message: 'unknown' } }) });
    }
  });
}
