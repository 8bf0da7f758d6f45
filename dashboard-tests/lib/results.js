// A server over standard input and output whose tools return large results of each kind; `count` says how large.

import { createInterface } from 'node:readline';

const STATES = ['open', 'closed', 'merged'];
const NAMES = ['ann', 'bob', 'eve'];
const WORDS = ['crash on start', 'slow query', 'wrong total', 'typo in the docs'];

const issue = (i) => ({
  number: i + 1,
  title: `Issue ${i + 1}: ${WORDS[i % 4]}`,
  state: STATES[(i * 7) % 3],
  comments: (i * 13) % 40,
  cost: ((i * 7919) % 100_000) / 10,
  user: { login: NAMES[i % 3], id: 1000 + (i % 3) },
  createdAt: new Date(Date.UTC(2026, 0, 1) + ((i * 37) % 300) * 86_400_000 + i * 1000).toISOString(),
  labels: i % 5 ? ['bug'] : [],
});

const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });

/** A picture of 600,000 bytes: a bitmap needs no compression. */
function bitmap(width, height) {
  const bytes = Buffer.alloc(54 + width * height * 3, 0xcc);
  bytes.write('BM', 0);
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(0, 6);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.fill(0, 30, 54);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) bytes.set([(x * 255) / width, (y * 255) / height, 128], 54 + (y * width + x) * 3);
  return bytes.toString('base64');
}

const TOOLS = {
  list_issues: ({ count = 800 }) => text(many(count, issue)),
  search_issues: ({ count = 800 }) => text({ total: count, took: '12 ms', issues: many(count, issue) }),
  get_log: ({ count = 3000 }) => text(many(count, (i) => `2026-11-21T06:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}Z ${i % 50 === 7 ? 'ERROR' : 'INFO'} berth ${i} is ${i % 2 ? 'free' : 'taken'}`).join('\n')),
  get_config: ({ count = 400 }) => text({ name: 'harbour', enabled: true, owner: null, limits: { ships: 40, hours: [6, 22] }, berths: Object.fromEntries(many(count, (i) => [`b${i}`, { id: i, depth: i / 4, tags: ['a', 'b'], note: 'inspected and free of seals' }])), ports: many(30, (i) => ({ id: i, name: `Port ${i}` })) }),
  get_image: () => ({ content: [{ type: 'image', mimeType: 'image/bmp', data: bitmap(500, 400) }] }),
  get_table: ({ count = 3000 }) => text(`id,name,price\n${many(count, (i) => `${i},name ${i},${(i * 1.5).toFixed(2)}`).join('\n')}`),
  get_hostile: ({ count = 400 }) => text(many(count, (i) => ({ name: `<img src=x onerror="document.title='broken in'">${i}`, '<b>key</b>': '=HYPERLINK("http://example.com")', '__proto__x': `| pipe | ${i}`, note: 'said "so", and left' }))),
};

const handlers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'results', version: '1' } }),
  'tools/list': () => ({ tools: Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: { count: { type: 'integer' } } }, annotations: { readOnlyHint: true } })) }),
  'tools/call': (params) => TOOLS[params.name]?.(params.arguments ?? {}) ?? { content: [{ type: 'text', text: 'no such tool' }], isError: true },
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const handle = handlers[method];
  const outcome = handle ? { result: handle(params) } : { error: { code: -32601, message: 'unknown' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
});
