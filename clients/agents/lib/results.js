// The five results that each client reads: records, a log, prose, an error, and an image. Their bytes are the same in each run.

import * as zlib from 'node:zlib';

/** Returns a generator of random numbers that are the same in each run. */
function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const CITIES = ['Lisbon', 'Oslo', 'Kraków', 'Zürich', 'Kyoto', 'Montréal', 'Accra', 'Lima'];
const STATES = ['open', 'paid', 'shipped', 'returned'];
const WORDS = ('the order leaves a warehouse when its papers are complete and a carrier has signed for it each parcel has one label ' +
  'with a number that never occurs twice a return needs the same number and a reason').split(' ');

export const ORDERS = 800;

function orders() {
  const number = randomNumbers(1);
  const list = Array.from({ length: ORDERS }, (_, i) => ({
    id: 10_001 + i,
    customer: `C-${1_000 + number(400)}`,
    city: CITIES[number(CITIES.length)],
    status: STATES[number(STATES.length)],
    total: Number(`${10 + number(900)}.${10 + number(90)}`),
    placed: `2026-${String(1 + number(11)).padStart(2, '0')}-${String(1 + number(28)).padStart(2, '0')}`,
  }));
  const structuredContent = { count: ORDERS, orders: list };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

const line = (number, i) => {
  const time = new Date(Date.UTC(2026, 10, 27, 8) + i * 700).toISOString();
  const level = ['INFO', 'INFO', 'INFO', 'INFO', 'WARN', 'ERROR'][number(6)];
  return `${time} ${level} [worker-${number(8)}] order ${10_001 + number(ORDERS)}: step ${number(40)} took ${number(900)} ms`;
};

function log() {
  const number = randomNumbers(2);
  return text(Array.from({ length: 2_000 }, (_, i) => line(number, i)).join('\n'));
}

function prose() {
  const number = randomNumbers(3);
  const sentence = () => {
    const words = Array.from({ length: 8 + number(12) }, () => WORDS[number(WORDS.length)]).join(' ');
    return `${words[0].toUpperCase()}${words.slice(1)}.`;
  };
  const paragraph = () => Array.from({ length: 5 }, sentence).join(' ');
  const section = (i) => [`## ${i + 1}. Shipping to ${CITIES[i % CITIES.length]}`, ...Array.from({ length: 4 }, paragraph)].join('\n\n');
  return text(['# Handbook', ...Array.from({ length: 40 }, (_, i) => section(i))].join('\n\n'));
}

function error() {
  const number = randomNumbers(4);
  const frames = Array.from({ length: 600 }, (_, i) => `    at shop.orders.Step${number(90)}.run(Step${number(90)}.java:${i + 1})`);
  return { ...text(['shop.orders.Unavailable: the warehouse does not answer', ...frames].join('\n')), isError: true };
}

function image() {
  return { content: [{ type: 'image', data: noise(320).toString('base64'), mimeType: 'image/png' }] };
}

/** Returns a PNG image of random pixels, which cannot be compressed. */
function noise(side) {
  const number = randomNumbers(5);
  const rows = Buffer.alloc(side * (1 + side * 3));
  for (let y = 0, at = 0; y < side; y += 1) {
    rows[at++] = 0;
    for (let x = 0; x < side * 3; x += 1) rows[at++] = number(256);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', zlib.deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** Computes the checksum of PNG, also in older versions of Node, which have no `crc32`. */
const crc32 = zlib.crc32 ?? ((bytes) => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
});

function text(value) {
  return { content: [{ type: 'text', text: value }] };
}

const order = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    customer: { type: 'string' },
    city: { type: 'string' },
    status: { type: 'string' },
    total: { type: 'number' },
    placed: { type: 'string' },
  },
  required: ['id', 'customer', 'city', 'status', 'total', 'placed'],
};

/** Tools of the server by name, with functions that return their results. */
export const tools = {
  orders: {
    description: 'Lists all orders.',
    outputSchema: {
      type: 'object',
      properties: { count: { type: 'integer' }, orders: { type: 'array', items: order } },
      required: ['count', 'orders'],
    },
    result: orders,
  },
  log: { description: 'Returns the log of today.', result: log },
  prose: { description: 'Returns the handbook.', result: prose },
  error: { description: 'Checks the warehouse.', result: error },
  photo: { description: 'Returns a photograph of the parcel.', result: image },
};
