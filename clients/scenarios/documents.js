// Tests documents with the reference server for files: a PDF file, a workbook, and an HTML page. Plimsoll converts them to text and
// records; the files themselves can still be read byte for byte. The guide docs/guides/documents.md shows this conversation.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from '../lib/crc32.js';
import { legacy } from '../lib/connection.js';
import { folder, servers } from '../lib/paths.js';
import { assertWithinBudget, firstText, READ } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const PAGES = 60;
const ORDERS = 3_000;

/** Returns a PDF file with a heading and 30 lines on each page. */
function manual() {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const kids = [];
  for (let page = 1; page <= PAGES; page += 1) {
    let text = `BT /F 18 Tf 50 740 Td (Chapter ${page}: machine ${page * 7}) Tj /F 10 Tf `;
    for (let line = 1; line <= 30; line += 1) text += `0 -20 Td (Step ${line}: turn wheel ${page * line} until valve ${page + line} closes, then wait) Tj `;
    text += 'ET';
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length + 2} 0 R /Resources << /Font << /F 3 0 R >> >> >>`);
    kids.push(`${objects.length} 0 R`);
    objects.push(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  }
  objects[1] = `<< /Type /Pages /Count ${PAGES} /Kids [${kids.join(' ')}] >>`;
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(`${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1');
}

/** Returns a ZIP file with uncompressed entries. */
function zip(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const data = Buffer.from(content);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt32LE(crc32(data), 14);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt32LE(data.length, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    header.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, Buffer.from(name), data);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const orders = Array.from({ length: ORDERS }, (_, i) => ({ order: `A-${i}`, country: ['NO', 'DE', 'JP'][i % 3], amount: (i * 37) % 1000 + 0.25 }));

/** Returns a workbook with a sheet of orders. */
function workbook() {
  const text = (value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = orders.map((order) => `<row>${text(order.order)}${text(order.country)}<c><v>${order.amount}</v></c></row>`);
  return zip([
    ['[Content_Types].xml', '<Types/>'],
    ['xl/workbook.xml', '<workbook xmlns:r="r"><sheets><sheet name="Orders" r:id="r1"/></sheets></workbook>'],
    ['xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'],
    ['xl/worksheets/sheet1.xml', `<worksheet><sheetData><row>${['order', 'country', 'amount'].map(text).join('')}</row>${rows.join('')}</sheetData></worksheet>`],
  ]);
}

/** Returns a page with a table of prices after many paragraphs. */
function page() {
  const paragraphs = Array.from({ length: 400 }, (_, i) => `<h3 class="entry">Rule ${i}</h3><p class="text"><span>A customer of group ${i} pays within ${i % 60} days.</span></p>`);
  const prices = Array.from({ length: 40 }, (_, i) => `<tr><td class="cell">P-${i}</td><td class="cell">${i * 3}.5</td></tr>`);
  return `<!doctype html><html><head><title>Terms</title><style>${'.x { color: red } '.repeat(500)}</style></head><body><h1>Terms</h1>${paragraphs.join('')}<h2>Prices</h2><table><tr><th>product</th><th>price</th></tr>${prices.join('')}</table></body></html>`;
}

await group('documents', async (scenario) => {
  const root = join(folder, 'documents');
  mkdirSync(root, { recursive: true });
  const file = (name) => join(root, name);
  writeFileSync(file('manual.pdf'), manual());
  writeFileSync(file('orders.xlsx'), workbook());
  writeFileSync(file('terms.html'), page());
  const env = { PLIMSOLL_POLICY_DOCUMENTS: 'true' };
  const { client } = await legacy(servers.filesystem(root), { env });
  const read = (args) => client.callTool({ name: READ, arguments: args });
  const open = (tool, name) => client.callTool({ name: tool, arguments: { path: file(name) } });
  const tokens = (answers) => answers.reduce((sum, answer) => sum + answer._meta['dev.plimsoll/budget'].estimatedTokens, 0);
  const cursorOf = (answer) => JSON.stringify(answer).match(/[cC]ursor[\\": =]+([A-Za-z0-9_-]{48})/)[1];

  /** Reads the file with mode full, and returns its bytes. */
  async function readFileBytes(cursor) {
    const full = await read({ cursor, mode: 'full' });
    const link = JSON.stringify(full).match(/with cursor (\S{48}) gives/);
    const embedded = link ? await read({ cursor: link[1] }) : full;
    return Buffer.from(embedded.content[0].resource.blob, 'base64');
  }

  await scenario('a PDF file: headings, a section, and a search', async () => {
    const first = await open('read_media_file', 'manual.pdf');
    const cursor = cursorOf(first);
    assert.match(JSON.stringify(first), /Text of a file: PDF of 60 pages, \d+ bytes\. The file itself: mode = full\./);
    assert.match(JSON.stringify(first), /Chapter 2: machine 14/);
    const section = await read({ cursor, path: '#Chapter 41' });
    assert.match(firstText(section), /^# Chapter 41: machine 287\nStep 1: turn wheel 41 until valve 42 closes/);
    const found = await read({ cursor, find: 'turn wheel 1475 ' });
    assert.match(firstText(found), /Chapter 59: machine 413/);
    assertWithinBudget([first, found]);
    assert.deepEqual(await readFileBytes(cursor), readFileSync(file('manual.pdf')));
    console.log(`    tokens: PDF ${tokens([first, section, found])}, base64 ${Math.round(readFileSync(file('manual.pdf')).length * 4 / 3)} bytes`);
  });
  await scenario('a workbook: records and a query', async () => {
    const first = await open('read_media_file', 'orders.xlsx');
    const cursor = cursorOf(first);
    assert.match(JSON.stringify(first), /spreadsheet of 1 sheet \(Orders: 3000 rows\)/);
    const sums = await read({ cursor, query: 'group_by(.country) | map({country: .[0].country, sum: (map(.amount) | add)})' });
    const expected = ['DE', 'JP', 'NO'].map((country) => ({ country, sum: orders.filter((order) => order.country === country).reduce((sum, order) => sum + order.amount, 0) }));
    assert.deepEqual(sums.structuredContent.results?.[0] ?? sums.structuredContent.items, expected);
    assertWithinBudget([first]);
    assert.deepEqual(await readFileBytes(cursor), readFileSync(file('orders.xlsx')));
    console.log(`    tokens: workbook ${tokens([first, sums])}, base64 ${Math.round(readFileSync(file('orders.xlsx')).length * 4 / 3)} bytes`);
  });
  await scenario('an HTML page: headings and a table', async () => {
    const first = await open('read_text_file', 'terms.html');
    const cursor = cursorOf(first);
    assert.match(JSON.stringify(first), /HTML page \\+"Terms\\+" with 1 table/);
    const price = await read({ cursor, path: '#Prices', query: 'map(.price) | max' });
    assert.match(firstText(price), /117\.5/);
    assertWithinBudget([first]);
    assert.match(JSON.stringify(await read({ cursor, path: '', mode: 'full', page_size: 1 })), /doctype html/);
    console.log(`    tokens: page ${tokens([first, price])}, page as text ${page().length} characters`);
  });
});
