// The 60 payloads of the table "Defects in answers". Each has pairs of words in places that are easily lost: Kqz001 amber001, … A reader
// that finds the first word of a pair must be able to read the second. `total` is the true number of records,
// `numbers` are literals whose values must arrive, `max` and `sum` ask for a figure over a field.

import { source } from './words.js';

const { below, one, prose } = source(41);
let pairs = 0;
let own = [];

/** Returns a pair of words, and remembers it for the payload. */
function pair() {
  pairs += 1;
  const number = String(pairs).padStart(3, '0');
  own.push([`Kqz${number}`, `amber${number}`]);
  return `Kqz${number} amber${number}`;
}

const json = JSON.stringify;
const text = (...texts) => `{"content":[${texts.map((each) => `{"type":"text","text":${json(each)}}`).join(',')}]}`;
const structured = (value, said = json(value)) => `{"content":[{"type":"text","text":${json(said)}}],"structuredContent":${json(value)}}`;
const failure = (said) => `{"content":[{"type":"text","text":${json(said)}}],"isError":true}`;
const blocks = (...list) => `{"content":${json(list)}}`;
const block = (said) => ({ type: 'text', text: said });
const list = (length, make) => Array.from({ length }, (_, i) => make(i));

const STATES = ['open', 'paid', 'held', 'void'];
const order = (i, more = {}) => ({ id: 1000 + i, customer: prose(2), state: one(STATES), amount: below(90_000) / 100, note: prose(8), ...more });
/** Records with pairs in the first, in the middle, and in the last. */
const orders = (length) => list(length, (i) => order(i, [0, length >> 1, length - 1].includes(i) ? { note: pair() } : {}));

/** A PNG of the given size: its first bytes are right, the others are noise. */
function png(bytes) {
  const data = Buffer.alloc(bytes);
  Buffer.from('89504e470d0a1a0a0000000d49484452000002000000018008060000', 'hex').copy(data);
  for (let i = 28; i < bytes; i++) data[i] = below(256);
  return data.toString('base64');
}

const all = [];
function add(group, name, result, more = {}) {
  all.push({ group, name, result, pairs: own, ...more });
  own = [];
}

// wide
add('wide', 'orders_2000', text(json(orders(2000))), { total: 2000 });
add('wide', 'columns_60', text(json(list(300, (i) => ({ id: i, ...Object.fromEntries(list(60, (c) => [`field_${c}`, i === 150 && c === 59 ? pair() : below(1e6)])) })))), { total: 300 });
add('wide', 'keys_5000', text(json(Object.fromEntries(list(5000, (i) => [`key_${i}`, i === 4200 ? pair() : prose(3)])))));
add('wide', 'map_800', text(json(Object.fromEntries(list(800, (i) => [`host-${i}.example`, { up: i % 3 > 0, region: one(STATES), note: i === 700 ? pair() : prose(4) }])))), { total: 800 });
add('wide', 'numbers_20000', text(json(list(20_000, () => below(1e6)))), { total: 20_000 });
add('wide', 'matrix_500', text(json(list(500, (i) => list(20, (c) => (i === 250 && c === 19 ? pair() : below(1e4)))))), { total: 500 });
add('wide', 'list_with_siblings', text(json({ status: 'ok', warning: pair(), orders: orders(900), summary: { note: pair() } })), { total: 900 });
add('wide', 'two_lists', text(json({ orders: orders(400), refunds: list(300, (i) => ({ id: i, reason: i === 299 ? pair() : prose(9) })) })));

add('wide', 'page_of_5000', text(json({ count: 5000, next: `${pair()} https://shop.example/orders?page=2`, orders: orders(100).map((each) => ({ ...each, more: prose(40) })) })), { total: 100 });

// deep
const nest = (depth, value) => (depth === 0 ? value : { level: depth, note: prose(3), child: nest(depth - 1, value) });
const tree = (depth) => ({ name: prose(2), size: below(1000), children: depth === 0 ? [] : list(4, () => tree(depth - 1)) });
add('deep', 'nested_120', text(json({ filler: orders(300), chain: nest(120, pair()) })));
add('deep', 'tree_4x6', text(json({ ...tree(5), last: pair() })));
add('deep', 'graphql', text(json({ data: { viewer: { note: pair() }, repository: { issues: { totalCount: 500, nodes: orders(500) } } } })), { total: 500 });
add('deep', 'arrays_in_arrays', text(json(list(60, () => list(30, () => list(10, () => below(1000)))).concat([[[pair()]]]))), { total: 61 });
add('deep', 'records_with_large_member', text(json(list(120, (i) => ({ id: i, title: prose(4), body: `${prose(120)} ${i === 60 ? pair() : ''} ${prose(40)}`, tags: list(3, () => prose(1)) })))), { total: 120 });

// one huge value
add('one huge value', 'one_string', text(json({ id: 7, body: `${prose(20_000)} ${pair()} ${prose(20_000)}` })));
add('one huge value', 'one_line', text(`${prose(30_000)} ${pair()} ${prose(30_000)}`));
add('one huge value', 'long_key', text(json({ [`${prose(2000)} ${pair()}`]: 1, other: prose(4000) })));
add('one huge value', 'base64_in_json', text(json({ file: 'scan.pdf', data: png(200_000), checksum: pair() })));
add('one huge value', 'one_fat_record', text(json([order(0, { note: pair() }), order(1, { note: `${prose(15_000)} ${pair()}` }), order(2, { note: pair() })])), { total: 3 });
add('one huge value', 'prose_600_lines', text(list(600, (i) => (i === 450 ? pair() : prose(18))).join('\n')));

// several blocks
add('several blocks', 'three_texts', text(`${prose(4000)} ${pair()}`, `${prose(4000)} ${pair()}`, `${prose(4000)} ${pair()}`));
add('several blocks', 'blocks_200', text(...list(200, (i) => (i === 150 ? pair() : prose(60)))));
add('several blocks', 'json_and_prose', text(json(orders(600)), `${pair()}: the list is sorted by date.`));
add('several blocks', 'prose_then_json', text(`${pair()}: 600 orders follow.`, json(orders(600))));
add('several blocks', 'two_json_lists', text(json(orders(300)), json(orders(300))));
add('several blocks', 'records_50', text(...list(50, (i) => json(order(i, { note: i === 49 ? pair() : prose(90) })))));

// images and other media
add('images', 'small_png', blocks({ type: 'image', data: png(2000), mimeType: 'image/png' }), { media: true });
add('images', 'list_and_png', blocks(block(json(orders(500))), { type: 'image', data: png(20_000), mimeType: 'image/png' }), { media: true });
add('images', 'audio', blocks({ type: 'audio', data: png(30_000), mimeType: 'audio/wav' }, block(pair())), { media: true });
add('images', 'embedded_text', blocks({ type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: `${prose(9000)} ${pair()}` } }));
add('images', 'embedded_blob', blocks({ type: 'resource', resource: { uri: 'file:///scan.bin', mimeType: 'application/octet-stream', blob: png(120_000) } }, block(pair())));
add('images', 'link_and_text', blocks({ type: 'resource_link', uri: 'file:///report.pdf', name: `report ${pair()}` }, block(list(500, () => prose(14)).join('\n'))));

// structured content with a schema
const item = { type: 'object', properties: { id: { type: 'integer' }, customer: { type: 'string' }, state: { type: 'string' }, amount: { type: 'number' }, note: { type: 'string' } }, required: ['id', 'state'] };
const listed = { type: 'object', properties: { total: { type: 'integer' }, orders: { type: 'array', items: item } }, required: ['total', 'orders'] };
const structuredOrders = (n) => ({ total: n, orders: orders(n) });
add('structured with a schema', 'structured_large', structured(structuredOrders(900)), { outputSchema: listed, total: 900 });
add('structured with a schema', 'structured_small', structured(structuredOrders(2)), { outputSchema: listed });
add('structured with a schema', 'structured_exact_count', structured({ total: 900, orders: orders(900) }), { outputSchema: { ...listed, properties: { ...listed.properties, orders: { type: 'array', items: item, minItems: 900 } }, additionalProperties: false }, total: 900 });
add('structured with a schema', 'structured_without_text', `{"content":[],"structuredContent":${json(structuredOrders(900))}}`, { outputSchema: listed, total: 900 });
add('structured with a schema', 'structured_and_other_text', structured(structuredOrders(900), `900 orders, ${pair()}`), { outputSchema: listed, total: 900 });
add('structured with a schema', 'structured_object', structured({ name: 'report', sections: Object.fromEntries(list(300, (i) => [`section_${i}`, i === 299 ? pair() : prose(20)])) }), { outputSchema: { type: 'object', properties: { name: { type: 'string' }, sections: { type: 'object', additionalProperties: { type: 'string' } } }, required: ['name', 'sections'], additionalProperties: false } });

// errors
add('errors', 'short_error', failure(`no order 77: ${pair()}`));
add('errors', 'long_error', failure(`${pair()}\n${list(1500, () => `    at ${prose(3).replaceAll(' ', '.')}(${below(900)})`).join('\n')}\nCaused by: ${pair()}`));
add('errors', 'json_error', failure(json({ error: pair(), details: orders(500) })));
add('errors', 'structured_error', `{"content":[{"type":"text","text":${json(`failed: ${pair()} ${prose(9000)}`)}}],"structuredContent":{"code":7},"isError":true}`);

add('errors', 'error_blocks', `{"content":[{"type":"text","text":${json(prose(3000))}},{"type":"text","text":${json(`${pair()} ${prose(3000)}`)}}],"isError":true}`);

// many languages
const LANGUAGES = ['注文の請求書を確認してください。', 'الطلب متأخر في الجمارك', 'आदेश सीमा शुल्क में है', 'Заказ задержан на таможне', 'การสั่งซื้อล่าช้า', '👩🏽‍🚀🏳️‍🌈🇯🇵', 'Straße, Größe, naïve, İstanbul', 'ελέγξτε το τιμολόγιο'];
const foreign = (n) => list(n, () => one(LANGUAGES)).join(' ');
add('many languages', 'cjk_list', text(json(list(700, (i) => ({ id: i, 名前: foreign(2), 説明: i === 650 ? pair() : '請求書の住所が古いです。'.repeat(3) })))), { total: 700 });
add('many languages', 'mixed_text', text(list(700, (i) => (i === 600 ? pair() : foreign(4))).join('\n')));
add('many languages', 'escapes', text(`[${list(700, (i) => `{"id":${i},"name":"caf\\u00e9 \\/ na\\u00efve","note":"${i === 650 ? pair() : 'd\\u00e9j\\u00e0 vu'}"}`).join(',')}]`), { total: 700 });
add('many languages', 'lone_surrogate', `{"content":[{"type":"text","text":"${list(900, (i) => (i === 800 ? pair() : `${prose(9)} \\ud83d`)).join('\\n')}"}]}`);
add('many languages', 'control_characters', text(json(list(700, (i) => ({ id: i, note: i === 650 ? pair() : `bell \u0007 null \u0000 ${prose(6)}` })))), { total: 700 });

// numbers
const numbered = (literals) => `[${list(600, (i) => `{"id":${i},"price":${literals[i % literals.length]},"note":${json(i === 599 ? pair() : prose(6))}}`).join(',')}]`;
const numbers = (name, literals) => add('numbers', name, text(numbered(literals)), { total: 600, numbers: literals });
numbers('two_decimals', ['71.10', '82.00', '93.50']);
numbers('large_exponents', ['8e400', '7e-400']);
numbers('thirty_digits', ['123456789012345678901234567890']);
numbers('beyond_2_53', ['9007199254740993', '9223372036854775809']);
numbers('many_decimals', ['0.1000000000000000055511151231257827', '3.14159265358979323846264338327950288']);
numbers('exponents', ['1E+5', '2.50e3', '-0.0']);
const both = numbered(['71.10', '9007199254740993']);
add('numbers', 'structured_numbers', `{"content":[{"type":"text","text":${json(both)}}],"structuredContent":{"items":${both}}}`, { numbers: ['71.10', '9007199254740993'], total: 600 });
const bills = list(600, (i) => ({ id: i, state: one(STATES), amount: i === 300 ? '1448.50' : `${9 + below(90)}.${10 + below(89)}`, note: prose(6) }));
const cents = bills.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
add('numbers', 'amounts_as_text', text(json(bills)), { total: 600, max: { field: 'amount', truth: 1448.5 }, sum: { field: 'amount', truth: cents / 100 } });

// duplicate keys, and keys that are special somewhere
const strange = (make) => text(`[${list(600, (i) => make(i)).join(',')}]`);
add('duplicate keys', 'duplicate_keys', strange((i) => `{"id":${i},"tag":${json(i === 10 ? pair() : 'first')},"tag":"second","note":${json(prose(6))}}`), { total: 600 });
add('duplicate keys', 'duplicate_lists', text(`{"orders":${json(orders(300))},"orders":${json(orders(300))}}`));
add('duplicate keys', 'strange_keys', strange((i) => `{"id":${i},"":${json(i === 20 ? pair() : 'a')},"__proto__":${json(i === 21 ? pair() : 'b')},"a.b":${json(i === 22 ? pair() : 'c')},"id ":1,"ID":${i},"note":${json(prose(5))}}`), { total: 600 });
add('duplicate keys', 'late_field', strange((i) => `{"id":${i},"note":${json(prose(9))}${i >= 450 ? `,"late":${json(i === 500 ? pair() : 'x')}` : ''}}`), { total: 600 });

export const payloads = all;
