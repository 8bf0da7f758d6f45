// The figures of one client and one tool, and the statements that must hold.

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { runClient } from './run-client.js';
import { cursorIn } from './script.js';
import { spellings } from './spellings.js';
import { lost } from './whole.js';

/** The default budget, and what promise 2 allows above it. */
const BUDGET = 4_000 * 1.1;
/** What a client may add around a result: a heading, quoting. */
const FRAME = 1.07;
/** Cursors and times differ between runs. */
const TOLERANCE = 0.03;
const MISTAKES = 3;

/** Runs a client, and returns figures for each thing that its model read: tokens, images, and whether anything is lost. */
export async function measure(client, tool, guarded) {
  let run = await runClient(client, tool, guarded);
  if (run.readings.length === 0 && run.calls.length === 0) {
    // under load, the first request of a client can come before its tools, or its start can take longer than the limit
    console.log(`agents: ${client.name} called nothing, so it starts again: ${run.said.slice(-300)}`);
    run = await runClient(client, tool, guarded);
  }
  const calls = run.calls.filter((call) => call.result);
  const figures = run.readings.map((reading, i) => ({
    tokens: encode(reading.text).length,
    images: reading.images.length,
    lost: calls[i] ? lost(calls[i].result, reading).length > 0 : true,
  }));
  return { ...run, figures };
}

/** Returns the statements about a run through Plimsoll that are wrong. */
export function wrong(tool, { readings, figures, calls, code, said, faults }) {
  const found = faults.map((fault) => `the model failed: ${fault.stack}`);
  if (readings.length === 0) return [...found, `the model reads nothing (exit code ${code}): ${said.slice(-1_500)}`];
  figures.forEach(({ lost: isLost, tokens }, i) => {
    const picture = tool === 'photo' && i > 0;
    if (isLost && !picture) found.push(`reading ${i + 1} lacks a part of what was sent: ${readings[i].text.slice(0, 300)}`);
    if (tokens > BUDGET * FRAME && !picture) found.push(`reading ${i + 1} has ${tokens} tokens`);
  });
  const first = [...spellings(readings[0].text)];
  const image = readings[0].images.length > 0;
  if (image) return found;
  if (!cursorIn(readings[0].text)) found.push(`the model reads no cursor: ${readings[0].text.slice(0, 300)}`);
  if (['orders', 'log', 'prose'].includes(tool) && !first.some((text) => text.includes('"notice":"'))) found.push('the model reads no notice');
  if (tool === 'error' && !first.some((text) => text.includes('the warehouse does not answer'))) found.push('the model does not read the error');
  if (readings.length < 2) found.push(`the second step gave nothing: ${said.slice(-1_500)}`);
  else if (calls[1]?.error || isRefusal(calls[1]?.result)) {
    found.push(`the second step failed: ${readings[1].text.slice(0, 300)}`);
  }
  return found;
}

/** Returns what is wrong if a model makes three mistakes in a row, and then reads on. */
export async function mistaken(client) {
  const { readings, calls, said } = await runClient(client, 'orders', true, { mistakes: MISTAKES });
  const refused = calls.slice(1, -1);
  if (calls.length !== MISTAKES + 2 || readings.length !== calls.length) {
    return [`after ${refused.length} mistakes of the model, the run ended: ${said.slice(-1_500)}`];
  }
  const unread = refused.filter((call, i) => !isRefusal(call.result) || !readings[i + 1].text.includes('suggestion'));
  return [
    ...unread.map((call) => `the model does not read an error: ${JSON.stringify(call.result).slice(0, 300)}`),
    ...(isRefusal(calls.at(-1).result) ? ['the call after the mistakes failed'] : []),
  ];
}

/** What a program of the client sees of a result: it must not be a part of it. */
const MEASURES = {
  orders: '[r.structuredContent.orders.length, r.structuredContent.orders.at(-1), JSON.stringify(r.structuredContent).length]',
  log: '[r.content.length, r.content[0].text.length, r.content[0].text.slice(-100)]',
};

/** Runs programs of the client directly and through Plimsoll; returns the differences between what they see. */
export async function differentPrograms(client) {
  const faults = [];
  for (const [tool, measures] of Object.entries(MEASURES)) {
    const program = client.program(tool, measures);
    const [direct, guarded] = await Promise.all([runClient(client, tool, false, { program }), runClient(client, tool, true, { program })]);
    const [expected, seen] = [direct, guarded].map((run) => run.readings[0]?.text.match(/^\[.*\]$/m)?.[0]);
    if (expected === undefined) faults.push(`a program with ${tool} failed: ${direct.said.slice(-1_500)}`);
    else if (seen !== expected) faults.push(`a program with ${tool} sees ${seen ?? guarded.readings[0]?.text} in place of ${expected}`);
  }
  return faults;
}

/** Says whether Plimsoll refused a call; a part of an error of the server is an error too. */
function isRefusal(result) {
  return result?.isError === true && /^{"error":{"code":/.test(result.content[0]?.text);
}

/** Returns where new figures differ from recorded ones. */
export function differences(before, now) {
  if (!before) return ['has no recorded figures'];
  return Object.entries(now.results).flatMap(([tool, ways]) =>
    Object.entries(ways).flatMap(([way, figures]) => {
      const old = before.results[tool]?.[way];
      const same = old?.length === figures.length && figures.every((each, i) => alike(each, old[i]));
      return same ? [] : [`${tool} (${way}): ${JSON.stringify(figures)} in place of ${JSON.stringify(old)}`];
    }));
}

function alike(one, other) {
  const near = Math.abs(one.tokens - other.tokens) <= Math.max(20, TOLERANCE * other.tokens);
  return near && one.images === other.images && one.lost === other.lost;
}
