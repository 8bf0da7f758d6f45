// Checks the answers about one large result: the notice, three or four questions with one follow-up read each, and all pages.

import assert from 'node:assert/strict';
import { cursorOf, splitAnswer, textOf } from './session.js';

/** Maximum tokens of an answer. */
const BUDGET = 4_000;

/** Makes the call of a test case, and returns a row with the errors. */
export async function check(session, testCase) {
  await testCase.before?.(session);
  const args = typeof testCase.args === 'function' ? await testCase.args(session) : testCase.args;
  const first = await session.call(testCase.tool, args);
  const original = session.original();
  const { header } = splitAnswer(first);
  const errors = [];
  const collectErrors = async (name, run) => {
    try {
      await run();
    } catch (error) {
      errors.push(`${name}: ${shorten(error.message)}`);
    }
  };
  await collectErrors('the result is large', () => {
    assert.notEqual(first.isError, true, textOf(first));
    assert.ok(header.notice, `the result passed: ${first._meta?.['dev.plimsoll/budget']?.estimatedTokens} tokens`);
  });
  const isExpected = testCase.notice.test(header.notice ?? '') && (!testCase.outline || testCase.outline.test(JSON.stringify(header.outline)));
  if (!isExpected) errors.push(`unexpected notice: ${header.notice}`);
  const cursor = header.nextCursor ?? header.cursor;
  if (cursor) {
    for (const question of testCase.questions) await collectErrors(question.question, () => checkQuestion(session, cursor, question));
    await collectErrors('an answer is within its budget', () => assert.ok(first._meta['dev.plimsoll/budget'].estimatedTokens <= BUDGET));
    await collectErrors('all pages', () => checkPages(session, first, original));
  }
  const isRecognized = isExpected && testCase.format !== 'lines';
  return { description: testCase.description, tool: testCase.tool, format: testCase.format, tokens: header.originalTokens ?? 0, questions: testCase.questions.length, isRecognized, errors };
}

/** Answers a question with one call, and compares the answer. */
async function checkQuestion(session, cursor, { query, sql, find, path, expected, warning }) {
  const args = { cursor, ...(path === undefined ? {} : { path }), ...(query === undefined ? {} : { query }), ...(sql === undefined ? {} : { sql }), ...(find === undefined ? {} : { find }) };
  const answer = await session.read(args);
  const { header, text } = splitAnswer(answer);
  if (query === undefined && sql === undefined && find === undefined) {
    const shown = text ?? textOf(answer);
    if (expected instanceof RegExp) assert.match(shown, expected);
    else assert.equal(shown, expected);
    return;
  }
  const body = header.notice ? header : JSON.parse(text ?? textOf(answer));
  const results = find === undefined ? body.results : [body.totalMatches];
  assert.ok(results, textOf(answer));
  assert.equal(results.length, 1, 'one result');
  if (warning) assert.match(JSON.stringify(body), warning);
  if (typeof expected === 'function') assert.ok(expected(results[0]), `${JSON.stringify(results[0])}`);
  else assert.deepEqual(results[0], expected);
}

/** Reads all pages, and compares their items and their text with the original. */
async function checkPages(session, first, original) {
  const pages = (await session.readToEnd(first)).map(splitAnswer);
  const document = documentOf(original);
  if (first._meta['dev.plimsoll/page']?.totalCount !== undefined || pages[0].header.totalCount !== undefined) {
    compareItems(pages, listAt(document, pages[0].header.path));
  }
  const texts = textsOf(original);
  if (texts.length === 1 && typeof document === 'string') {
    const chunks = await session.readToEnd(await session.read({ cursor: cursorOf(first) ?? splitAnswer(first).header.cursor, as: 'text' }));
    const text = chunks.map(chunkOf).join('');
    // the text of structured content is JSON
    if (original.structuredContent) assert.deepEqual(JSON.parse(text), original.structuredContent);
    else assert.equal(text, texts[0], 'the text');
  }
}

function compareItems(pages, list) {
  let count = 0;
  for (const { header } of pages) {
    const items = header.items ?? findList(header.value, header.path);
    assert.ok(Array.isArray(items), `a page without items: ${Object.keys(header)}`);
    if (header.range) assert.equal(header.range[0], count + 1, 'each page begins where the previous page ended');
    const folded = new Set((header.folded ?? []).map((each) => each.index));
    items.forEach((item, i) => {
      if (list && !folded.has(count + i) && typeof item !== 'string') assert.deepEqual(item, list[count + i]);
    });
    count += items.length;
  }
  const total = pages[0].header.totalCount;
  assert.equal(count, total, 'all items');
  if (list) assert.equal(total, list.length, 'the items of the original');
}

/** Returns the list at a JSON Pointer of the original; undefined if there is none. */
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

/** Returns the JSON value of a result, or its text if it is not JSON. */
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

/** Returns the text of a chunk: the text after its header, or the string in its structured content. */
function chunkOf(answer) {
  const { header, text } = splitAnswer(answer);
  if (text !== undefined || header.text !== undefined) return text ?? header.text;
  let value = header.value;
  while (value && typeof value === 'object') value = Object.values(value)[0];
  return value;
}

const shorten = (message) => {
  const text = String(message).replaceAll(/\s+/g, ' ');
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
};
