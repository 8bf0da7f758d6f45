// The table "Defects in answers": sends 60 payloads through each peer, and looks for the seven defects of columns.js in the answers.

import { createRequire } from 'node:module';
import { textOf, textsOf } from '../lib/answer.js';
import { DEFECTS } from '../lib/columns.js';
import { installed } from '../lib/paths.js';
import { eachForm, Runner, upstream } from '../lib/run.js';
import { tokensOfResult } from '../lib/tokens.js';
import { payloads } from '../server/payloads.js';

const TIMEOUT = 30_000;
const MAX_PAGES = 300;
/** A quick run takes each fifth payload. */
const QUICK_STEP = 5;
/** Limit of a common client, 25,000 tokens, and 50 for the sentence with which the row "a client's cut" says that it cut. */
const CLIENT_LIMIT = 25_050;
const SMALL_BUDGET = 4_000;
/** Words of a warning that a number may not be what it seems. */
const WARNING = /warning|\bnote\b|inexact|text in all|not a number|non-numeric|is text|as text/i;

export const measureAll = (peers, options) => eachForm(peers, options, measure);

async function measure(peer, form, isQuick) {
  const runner = new Runner(peer, form, upstream('honesty.js'));
  const rows = [];
  for (const payload of payloads.filter((_, i) => !isQuick || i % QUICK_STEP === 2)) rows.push({ payload: payload.name, group: payload.group, ...(await examine(runner, payload)) });
  await runner.end();
  const clean = rows.filter((row) => row.defects.length === 0).length;
  const over = rows.filter((row) => row.tokens > SMALL_BUDGET).length;
  const counts = Object.fromEntries(Object.keys(DEFECTS).map((name) => [name, rows.filter((row) => row.defects.includes(name)).length]));
  return { clean, over4000: over, ...counts, rewritten: rows.filter((row) => row.rewritten).length, payloads: rows.length, rows: rows.filter((row) => isQuick || row.defects.length > 0) };
}

async function examine(runner, payload) {
  const found = { tokens: 0, defects: [], reasons: {} };
  const fault = (name, reason) => {
    if (!found.defects.includes(name)) found.defects.push(name);
    found.reasons[name] ??= reason.slice(0, 160);
  };
  try {
    const first = await runner.tool(payload.name, {}, TIMEOUT);
    if (!first.message && first.invalid) {
      fault('invalid', `the response is not JSON: ${first.invalid}`);
      return found;
    }
    if (!first.result) {
      fault('silent', JSON.stringify(first.message.error ?? first.message));
      return found;
    }
    found.tokens = tokensOfResult(first.result);
    if (found.tokens > CLIENT_LIMIT) fault('limit', `${found.tokens} tokens`);
    checkJson(first, payload, fault);
    await checkSchema(await runner.session(), runner.peer, first.result, payload, fault);
    await checkData(runner, first, payload, fault, found);
    await checkTotals(runner, first, payload, fault);
  } catch (error) {
    fault('silent', error.message);
    await runner.restart();
  }
  return found;
}

/** A text that begins like JSON must be JSON, if the upstream's was. */
function checkJson({ text, result }, payload, fault) {
  if (/[[:,]\s*-?(NaN|Infinity)\b/.test(text)) fault('invalid', 'NaN or Infinity');
  const original = JSON.parse(payload.result);
  if (original.isError || !textsOf(original).some((each) => isJson(each))) return;
  for (const each of textsOf(result)) {
    const body = each.trimStart();
    if (/^[{[]["{[\d]/.test(body) && !isJson(body) && !isJson(body.split('\n\n')[0])) fault('invalid', `…${body.slice(-60)}`);
    else if (/[[:,]\s*-?(NaN|Infinity)\b/.test(each)) fault('invalid', 'NaN or Infinity');
  }
}

function isJson(text) {
  try {
    JSON.parse(text);
    return /^\s*[{[]/.test(text);
  } catch {
    return false;
  }
}

let validator;

async function checkSchema(session, peer, result, payload, fault) {
  if (!payload.outputSchema || result.isError || peer.isClient) return;
  const name = peer.tool(payload.name, session);
  const schema = session.tools.find((tool) => tool.name === name)?.outputSchema;
  if (!schema) return;
  if (result.structuredContent === undefined) {
    fault('schema', 'the tool lists a schema, and the result has no structured content');
    return;
  }
  if (!validator) {
    const Ajv = createRequire(installed('schemas', 'package.json'))('ajv/dist/2020');
    validator = new (Ajv.default ?? Ajv)({ strict: false, logger: false });
  }
  const { $schema: _, ...rest } = schema;
  const check = validator.compile(rest);
  if (!check(result.structuredContent)) fault('schema', validator.errorsText(check.errors));
}

async function checkData(runner, first, payload, fault, found) {
  const { peer } = runner;
  const reader = new Reading(runner, first);
  for (const [word, partner] of payload.pairs) {
    if (!(await reader.finds(word, `${word} ${partner}`))) fault('lost', `${word} ${partner} cannot be read`);
  }
  if (payload.media) await checkMedia(runner, first.result, payload, fault);
  if (payload.numbers) {
    const handle = peer.handle?.(first.result);
    if (handle && peer.rows) reader.take(await runner.call(peer.rows(handle), TIMEOUT));
    const arrived = new Set(reader.text.match(NUMBER));
    const values = new Set([...arrived].map(valueOf));
    for (const literal of payload.numbers) {
      if (!values.has(valueOf(literal))) fault('numbers', `${literal} does not arrive`);
      else if (!arrived.has(literal)) found.rewritten = true;
    }
  }
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Returns a number in one exact form, so that 71.10 and 71.1 are the same value. */
function valueOf(literal) {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

async function checkMedia(runner, result, payload, fault) {
  const wanted = JSON.parse(payload.result).content.find((block) => block.data).data;
  const has = (some) => some?.content?.some((block) => block.data === wanted);
  if (has(result)) return;
  for (const call of runner.peer.media?.(result) ?? []) {
    if (has((await runner.call(call, TIMEOUT)).result)) return;
  }
  fault('lost', 'the image or sound cannot be read');
}

/** Reads one result: collects the texts of all answers, and searches or reads further pages until a word is found. */
class Reading {
  #runner;
  #first;
  #isWalked = false;
  text = '';

  constructor(runner, first) {
    this.#runner = runner;
    this.#first = first;
    this.take(first);
  }

  take(answer) {
    if (answer.text) this.text += `\n${answer.text.length > 40_000_000 ? '' : readable(answer)}`;
  }

  /** Returns whether `words` can be read: in the answers so far, with a search for `word`, or on further pages. */
  async finds(word, words) {
    if (this.text.includes(words)) return true;
    const { peer } = this.#runner;
    const handle = peer.handle?.(this.#first.result);
    if (handle && peer.explore) {
      await peer.explore(async (call) => {
        const answer = await this.#runner.call(call, TIMEOUT);
        this.take(answer);
        return answer.result;
      }, handle, word, this.#first.result);
      if (this.text.includes(words)) return true;
    }
    if (!this.#isWalked) await this.#walk();
    return this.text.includes(words);
  }

  async #walk() {
    this.#isWalked = true;
    let { result } = this.#first;
    let last;
    for (let i = 0; i < MAX_PAGES; i++) {
      last = this.#runner.peer.next(result, last);
      if (!last) return;
      const answer = await this.#runner.call(last, TIMEOUT);
      this.take(answer);
      result = answer.result;
      if (!result) return;
    }
  }
}

/** Returns the unescaped texts of an answer, followed by the complete response as it was sent. */
const readable = ({ text, result }) => `${textsOf(result).join('\n')}\n${text}`;

async function checkTotals(runner, first, payload, fault) {
  const { peer } = runner;
  const stated = peer.total?.(first.result);
  if (payload.total !== undefined && stated !== undefined && stated !== payload.total) fault('totals', `states ${stated} records of ${payload.total}`);
  const handle = peer.handle?.(first.result);
  if (!payload.max || !handle || !peer.figure) return;
  for (const op of ['max', 'sum']) {
    const { call, read } = peer.figure(handle, op, payload[op].field);
    const { result } = await runner.call(call, TIMEOUT);
    const value = read(result);
    if (value !== undefined && Math.abs(value - payload[op].truth) > 1e-6 && !WARNING.test(textOf(result))) fault('totals', `says that the ${op} is ${value}, not ${payload[op].truth}`);
  }
}
