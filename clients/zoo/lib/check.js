// Checks what the answers about one result tell: what it is, three questions in one reading each, and the walk to its end.

import assert from 'node:assert/strict';
import { cursorOf, parts, textOf } from './session.js';

/** The size above which a result does not pass unchanged. */
const BUDGET = 4_000;

/** Makes the call of a case, and returns what was found. */
export async function check(session, one) {
  await one.before?.(session);
  const args = typeof one.args === 'function' ? await one.args(session) : one.args;
  const first = await session.call(one.tool, args);
  const original = session.original();
  const { header } = parts(first);
  const faults = [];
  const attempt = async (what, tries) => {
    try {
      await tries();
    } catch (error) {
      faults.push(`${what}: ${shortened(error.message)}`);
    }
  };
  await attempt('the result is large', () => {
    assert.notEqual(first.isError, true, textOf(first));
    assert.ok(header.notice, `the result passed: ${first._meta?.['dev.plimsoll/budget']?.estimatedTokens} tokens`);
  });
  const told = one.says.test(header.notice ?? '') && (!one.outline || one.outline.test(JSON.stringify(header.outline)));
  if (!told) faults.push(`the notice tells something else: ${header.notice}`);
  const cursor = header.nextCursor ?? header.cursor;
  if (cursor) {
    for (const question of one.questions) await attempt(question.asks, () => ask(session, cursor, question));
    await attempt('an answer is within its budget', () => assert.ok(first._meta['dev.plimsoll/budget'].estimatedTokens <= BUDGET));
    await attempt('the walk to the end', () => walk(session, first, original));
  }
  const isTold = told && one.kind !== 'lines';
  return { what: one.what, tool: one.tool, kind: one.kind, tokens: header.originalTokens ?? 0, questions: one.questions.length, isTold, faults };
}

/** Asks a question with one call, and compares the answer. */
async function ask(session, cursor, { query, find, path, is, warns }) {
  const args = { cursor, ...(path === undefined ? {} : { path }), ...(query === undefined ? {} : { query }), ...(find === undefined ? {} : { find }) };
  const answer = await session.read(args);
  const { header, text } = parts(answer);
  if (query === undefined && find === undefined) {
    const shown = text ?? textOf(answer);
    if (is instanceof RegExp) assert.match(shown, is);
    else assert.equal(shown, is);
    return;
  }
  const body = header.notice ? header : JSON.parse(text ?? textOf(answer));
  const got = find === undefined ? body.results : [body.totalMatches];
  assert.ok(got, textOf(answer));
  assert.equal(got.length, 1, 'one result');
  if (warns) assert.match(JSON.stringify(body), warns);
  if (typeof is === 'function') assert.ok(is(got[0]), `${JSON.stringify(got[0])}`);
  else assert.deepEqual(got[0], is);
}

/** Reads to the end; items are those of the original, and the text is the original text. */
async function walk(session, first, original) {
  const pages = (await session.readToEnd(first)).map(parts);
  const document = documentOf(original);
  if (first._meta['dev.plimsoll/page']?.totalCount !== undefined || pages[0].header.totalCount !== undefined) {
    compareItems(pages, listAt(document, pages[0].header.path));
  }
  const texts = textsOf(original);
  if (texts.length === 1 && typeof document === 'string') {
    const chunks = await session.readToEnd(await session.read({ cursor: cursorOf(first) ?? parts(first).header.cursor, as: 'text' }));
    const text = chunks.map(chunkOf).join('');
    // a text in structured content is a string of JSON
    if (original.structuredContent) assert.deepEqual(JSON.parse(text), original.structuredContent);
    else assert.equal(text, texts[0], 'the text');
  }
}

function compareItems(pages, list) {
  let seen = 0;
  for (const { header } of pages) {
    const items = header.items ?? findList(header.value, header.path);
    assert.ok(Array.isArray(items), `a page without items: ${Object.keys(header)}`);
    if (header.range) assert.equal(header.range[0], seen + 1, 'each page begins where the one before ended');
    const folded = new Set((header.folded ?? []).map((each) => each.index));
    items.forEach((item, i) => {
      if (list && !folded.has(seen + i) && typeof item !== 'string') assert.deepEqual(item, list[seen + i]);
    });
    seen += items.length;
  }
  const total = pages[0].header.totalCount;
  assert.equal(seen, total, 'all items');
  if (list) assert.equal(total, list.length, 'the items of the original');
}

/** Returns the list at a pointer of the original, if the original is JSON there. */
function listAt(document, path = '') {
  let value = document;
  for (const key of path.split('/').slice(1)) value = value?.[key];
  return Array.isArray(value) && !Array.isArray(value[0]) ? value : undefined;
}

function findList(value, path = '') {
  let found = value;
  for (const key of path.split('/').slice(1)) found = found?.[key];
  return found;
}

/** Returns the JSON of a result, or its text. */
function documentOf(result) {
  if (result.structuredContent && textsOf(result)[0] === undefined) return result.structuredContent;
  const texts = textsOf(result);
  if (texts.length > 1 && result.structuredContent === undefined) return texts.map(parsed);
  const wrapped = Object.values(result.structuredContent ?? {});
  if (result.structuredContent && !(wrapped.length === 1 && typeof wrapped[0] === 'string')) return result.structuredContent;
  return parsed(texts[0]);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const textsOf = (result) => result.content.filter((block) => block.type === 'text').map((block) => block.text);

/** Returns the text of a chunk: below its header, or the string in the object around it. */
function chunkOf(answer) {
  const { header, text } = parts(answer);
  if (text !== undefined || header.text !== undefined) return text ?? header.text;
  let value = header.value;
  while (value && typeof value === 'object') value = Object.values(value)[0];
  return value;
}

const shortened = (message) => {
  const text = String(message).replaceAll(/\s+/g, ' ');
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
};
