// Assertions about what a client received.

import assert from 'node:assert/strict';

export const READ = 'plimsoll_read';
const PAGE = 'dev.plimsoll/page';
const MAX_PAGES = 5_000;

/** Returns the type, size, and cursor in the line about an image or a blob that an answer leaves out. */
export function omittedBlock(answer) {
  const line = answer.content.find((block) => block.type === 'text' && block.text.includes(' left out: '));
  assert.ok(line, 'no line about a block that is left out');
  const [, type, size, cursor] = line.text.match(/^\[(.+), (\d+) bytes, left out: plimsoll_read with cursor (\S+) gives it\]$/);
  return { type, size: Number(size), cursor };
}

/** Checks that a listing differs only as documented: one more tool, and wider output schemas. */
export function assertSameTools(direct, guarded) {
  assert.deepEqual(
    guarded.map((tool) => tool.name),
    [...direct.map((tool) => tool.name), READ],
  );
  direct.forEach((tool, i) => {
    const { outputSchema: before, ...rest } = tool;
    const { outputSchema: after, ...others } = guarded[i];
    assert.deepEqual(others, rest, tool.name);
    if (before === undefined) {
      assert.equal(after, undefined, `${tool.name}: an output schema without one at the server`);
    } else {
      const { $schema, ...original } = before;
      assert.equal(after.$schema, $schema);
      assert.equal(after.type, 'object');
      assert.deepEqual(after.anyOf[0], original, `${tool.name}: the tool's own schema is the first alternative`);
      assert.equal(after.anyOf.length, 2);
    }
  });
  const read = guarded.at(-1);
  assert.deepEqual([read.annotations.readOnlyHint, read.annotations.openWorldHint], [true, false]);
  assert.ok(read.inputSchema.properties.cursor);
}

/** Makes the same call directly and through Plimsoll, and checks that both return the same bytes, except for keys that Plimsoll adds to `_meta`. */
export async function assertSameBytes(direct, guarded, call) {
  await direct.client.callTool(call);
  const after = await guarded.client.callTool(call);
  assert.ok(after._meta['dev.plimsoll/budget'].estimatedTokens > 0, 'the answer has an estimate');
  assert.equal(after._meta[PAGE], undefined, 'the result passed');
  assert.equal(guarded.lastResponse(), direct.lastResponse());
  return after;
}

/** Reads an answer to its end and returns all pages, including the first. No cursor may occur twice. */
export async function readToEnd(client, first, args = {}) {
  const pages = [first];
  const cursors = new Set();
  for (let cursor = nextCursor(first); cursor !== undefined; cursor = nextCursor(pages.at(-1))) {
    assert.match(cursor, /^[A-Za-z0-9_-]{1,48}$/);
    assert.ok(!cursors.has(cursor) && cursors.size < MAX_PAGES, 'each cursor is new, and the number of pages is limited');
    cursors.add(cursor);
    const page = await client.callTool({ name: READ, arguments: { ...args, cursor } });
    assert.notEqual(page.isError, true, JSON.stringify(page.content));
    pages.push(page);
  }
  return pages;
}

/** Returns the items of all pages: those of the list with this name, or of an unnamed list. */
export function itemsOf(pages, name) {
  return pages.flatMap(({ structuredContent: page }) => {
    const items = page.value?.[name] ?? page.items;
    assert.ok(Array.isArray(items), `a page has no ${name}: ${Object.keys(page)}`);
    return items;
  });
}

/** Returns the cursor of the next page. If there is `structuredContent`, it must contain the same cursor, because some clients show only that. */
function nextCursor(answer) {
  const cursor = answer._meta[PAGE]?.nextCursor;
  const { structuredContent } = answer;
  if (structuredContent !== undefined) {
    assert.equal(structuredContent.nextCursor, cursor, 'text and structured content have the same cursor');
  }
  if (cursor !== undefined) assert.ok(firstText(answer).includes(cursor), 'the text contains the cursor');
  return cursor;
}

export function firstText(answer) {
  return answer.content.find((block) => block.type === 'text').text;
}

/** Returns the text of a chunk, which comes after its header and an empty line. */
export function chunkText(answer) {
  return splitChunk(firstText(answer)).text;
}

/** Returns the header and the text of a chunk. */
export function splitChunk(chunk) {
  const end = chunk.indexOf('\n\n');
  assert.ok(end > 0, 'a chunk is a header, an empty line, and a text');
  return { header: JSON.parse(chunk.slice(0, end)), text: chunk.slice(end + 2) };
}

/** Checks that each answer is within its budget and begins with its notice. */
export function assertWithinBudget(pages, budget = 4_000) {
  for (const page of pages) {
    const { estimatedTokens } = page._meta['dev.plimsoll/budget'];
    assert.ok(estimatedTokens <= budget, `an answer of ${estimatedTokens} tokens`);
    assert.ok(Buffer.byteLength(JSON.stringify(page.content)) < budget * 14, 'the content is not larger than its estimate allows');
    assert.match(firstText(page), /^\{"notice":|^[A-Z]/, 'the notice comes first');
  }
}

/** Returns the error of a call that must fail. */
export async function rejection(promise) {
  return promise.then(
    () => assert.fail('the call must be refused'),
    (error) => error,
  );
}

/** Waits until a condition is true. */
export async function waitFor(name, condition, millis = 10_000) {
  const deadline = performance.now() + millis;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `timeout: ${name} (${millis} ms)`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
