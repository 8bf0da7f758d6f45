// Tests the reference server for files. All tools declare an output schema, and the client rejects results that do not match it.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { legacy } from '../lib/connection.js';
import { folder, servers } from '../lib/paths.js';
import { assertSameBytes, assertSameTools, assertWithinBudget, chunkText, firstText, omittedBlock, READ, readToEnd } from '../lib/assertions.js';
import { group } from '../lib/report.js';

const files = join(folder, 'files');

/** Returns about 6 MB of text with quotes, backslashes, long lines, empty lines, CRLF, and UTF-8 characters of all lengths. */
function longText() {
  const parts = [];
  for (let i = 0, size = 0; size < 6_000_000; i += 1) {
    const line = i % 1_000 === 999 ? `${'long '.repeat(4_000)}🚢${'länger '.repeat(4_000)}\n`
      : i % 100 === 7 ? '\r\n\n\t\u0001\u2028'
        : `${i}: "Plimsoll's mark" \\ a ship's loadline – Ladelinie, 満載喫水線 🚢\n`;
    parts.push(line);
    size += Buffer.byteLength(line);
  }
  return parts.join('');
}

/** Returns a file with the header of a PNG image of 800 x 600 pixels. */
function pngImage(bytes) {
  const image = Buffer.alloc(bytes, 0x5a);
  Buffer.from('89504e470d0a1a0a0000000d494844520000032000000258', 'hex').copy(image);
  return image;
}

await group('filesystem', async (scenario) => {
  const big = longText();
  const image = pngImage(700_000);
  mkdirSync(join(files, 'tree'), { recursive: true });
  writeFileSync(join(files, 'big.txt'), big);
  writeFileSync(join(files, 'small.txt'), 'one line\n');
  writeFileSync(join(files, 'ship.png'), image);
  writeFileSync(join(files, 'dot.png'), pngImage(2_000));
  for (let i = 0; i < 2_400; i += 1) {
    const at = join(files, 'tree', `dock-${i % 24}`);
    if (i < 24) mkdirSync(at);
    writeFileSync(join(at, `cargo-${i}.txt`), 'x');
  }

  const direct = await legacy(servers.filesystem(files), { viaPlimsoll: false });
  const guarded = await legacy(servers.filesystem(files));
  const { client } = guarded;
  const path = (name) => ({ path: join(files, name) });
  const call = (name, args) => client.callTool({ name, arguments: args });
  const directCall = (name, args) => direct.client.callTool({ name, arguments: args });

  await scenario('initialize and list', async () => {
    const { resources, ...others } = client.getServerCapabilities();
    assert.deepEqual(resources, {}, 'resources can be read, because answers can link to content that they leave out');
    assert.deepEqual(others, direct.client.getServerCapabilities());
    // a client that has read the schemas checks every result against them
    assertSameTools((await direct.client.listTools()).tools, (await client.listTools()).tools);
    assert.deepEqual((await client.listResources()).resources, []);
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
  });
  await scenario('small results: same bytes', async () => {
    for (const [name, args] of [
      ['read_text_file', path('small.txt')],
      ['read_media_file', path('dot.png')],
      ['get_file_info', path('small.txt')],
      ['list_directory', path('.')],
      ['list_allowed_directories', {}],
      ['read_text_file', path('missing.txt')],
      ['read_text_file', { path: '/etc/passwd' }],
    ]) {
      await assertSameBytes(direct, guarded, { name, arguments: args });
    }
  });
  await scenario('a write passes', async () => {
    const content = 'written "äöü" 🚢\n'.repeat(3);
    await call('write_file', { ...path('new.txt'), content });
    const read = await assertSameBytes(direct, guarded, { name: 'read_text_file', arguments: path('new.txt') });
    assert.equal(read.structuredContent.content, content);
  });
  await scenario('a text of 6 MB, read to its end: the same bytes in both copies', async () => {
    const pages = await readToEnd(client, await call('read_text_file', path('big.txt')));
    assertWithinBudget(pages);
    assert.ok(pages.map((page) => page.structuredContent.value.content).join('') === big, 'structured copy');
    assert.ok(pages.map(chunkText).join('') === big, 'text copy');
    const last = pages.at(-1)._meta['dev.plimsoll/page'];
    assert.equal(last.chunkIndex, pages.length);
    assert.equal(last.totalChunks, pages.length);
  });
  await scenario('the same text in larger pages', async () => {
    const args = { max_tokens: 25_000 };
    const first = await call('read_text_file', path('big.txt'));
    const pages = await readToEnd(client, first, args);
    assertWithinBudget(pages, 25_000);
    assert.ok(pages.map((page) => page.structuredContent.value.content).join('') === big);
  });
  await scenario('an image is replaced by a line with a cursor to it', async () => {
    const answer = await call('read_media_file', path('ship.png'));
    // the server sends the image twice: as a block, and in the structured content that its schema requires
    assert.deepEqual(answer.structuredContent, { notice: 'See the content blocks.' });
    assert.ok(JSON.stringify(answer).length < 1_000, 'the answer contains no part of the image');
    const { cursor, size, type } = omittedBlock(answer);
    assert.equal(type, 'image image/png');
    assert.ok(Math.abs(size - image.length) <= 2, `size ${size}`);
    const [block] = (await call(READ, { cursor })).content;
    assert.equal(block.mimeType, 'image/png');
    assert.ok(Buffer.from(block.data, 'base64').equals(image), 'the same image');
    const { contents } = await client.readResource({ uri: `plimsoll://blob/${cursor}` });
    assert.equal(contents[0].mimeType, 'image/png');
    assert.ok(Buffer.from(contents[0].blob, 'base64').equals(image), 'the same image');
  });
  await scenario('a tree of 2,400 files', async () => {
    // the tool returns JSON in a string: its folders are the items, and a large folder is folded
    const original = JSON.parse((await directCall('directory_tree', path('tree'))).structuredContent.content);
    const pages = await readToEnd(client, await call('directory_tree', path('tree')));
    assertWithinBudget(pages);
    const items = [];
    for (const { structuredContent } of pages) {
      const { value: { content }, ...header } = structuredContent;
      const first = items.length;
      items.push(...content);
      for (const { index, path: at } of header.folded ?? []) {
        const cursor = header.nextCursor ?? header.cursor;
        const parts = await readToEnd(client, await call(READ, { cursor, path: `${at}/children` }));
        for (const part of parts) assert.ok(part._meta['dev.plimsoll/budget'].estimatedTokens <= 4_000, at);
        const children = parts.flatMap((part) => part.structuredContent?.value?.content ?? JSON.parse(part.content.at(-1).text));
        assert.ok(index >= first && index < items.length, `${index} is on this page`);
        items[index] = { ...items[index], children };
      }
    }
    assert.equal(pages.at(-1).structuredContent.totalCount, original.length);
    assert.deepEqual(items, original);
  });
  await scenario('a search with 2,400 matches', async () => {
    const args = { ...path('tree'), pattern: '**/cargo-*' };
    const original = (await directCall('search_files', args)).structuredContent.content;
    const pages = await readToEnd(client, await call('search_files', args));
    assertWithinBudget(pages);
    assert.equal(pages.map((page) => page.structuredContent.value.content).join(''), original);
  });
  await scenario('a stored result: a range of lines, and the full text', async () => {
    const first = await call('read_text_file', path('big.txt'));
    const { nextCursor: cursor } = first.structuredContent;
    const read = (args) => call(READ, { cursor, ...args });
    const lines = await read({ path: '/content', start_line: 3, end_line: 4 });
    assertWithinBudget([lines]);
    assert.equal(chunkText(lines), `${big.split('\n').slice(2, 4).join('\n')}\n`);
    assertWithinBudget([await read({ mode: 'full' })], 25_000);
  });
  await scenario('a search in a stored result: every matching line with its position', async () => {
    const first = await call('read_text_file', path('big.txt'));
    const { nextCursor: cursor } = first.structuredContent;
    const pages = await readToEnd(client, await call(READ, { cursor, path: '/content', find: '満載喫水線', max_tokens: 25_000 }));
    assertWithinBudget(pages, 25_000);
    const lines = big.split('\n');
    const expectedLines = lines.flatMap((line, i) => (line.includes('満載喫水線') ? [i + 1] : []));
    const found = pages.flatMap((page) => page.structuredContent.matches.map((match) => match.line));
    assert.deepEqual(found, expectedLines);
    assert.equal(pages[0].structuredContent.totalMatches, expectedLines.length);
    const none = await call(READ, { cursor, path: '/content', find: 'no such word' });
    assert.equal(none.structuredContent.totalMatches, 0);
  });
  await scenario('an invalid cursor', async () => {
    const codes = [['x', 'CURSOR_INVALID'], ['A'.repeat(48), 'CURSOR_INVALID'], ['', 'INVALID_REQUEST']];
    for (const [cursor, code] of codes) {
      const answer = await call(READ, { cursor });
      assert.equal(answer.isError, true);
      assert.equal(JSON.parse(firstText(answer)).error.code, code);
    }
  });
});
