// Measures what the model of one client reads, and checks it.

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { runClient } from './run-client.js';
import { findCursor } from './arguments.js';
import { decodedTexts } from './decoded-texts.js';
import { missingBlocks } from './missing-content.js';

/** The default budget, with the tolerance of promise 2. */
const BUDGET = 4_000 * 1.1;
/** Factor for text that a client may add around a result, such as a heading and quotes. */
const CLIENT_FACTOR = 1.07;
/** Relative difference between runs that is accepted, because cursors and times differ. */
const TOLERANCE = 0.03;
const MISTAKES = 3;

/** Runs a client, and returns for each tool result that its model read: tokens, images, and whether a part is missing. */
export async function measure(client, tool, guarded) {
  let run = await runClient(client, tool, guarded);
  if (run.readings.length === 0 && run.calls.length === 0) {
    // under load, a client can send its first request before it has the tools, or start too slowly
    console.log(`agents: ${client.name} called no tool, so it is started again: ${run.output.slice(-300)}`);
    run = await runClient(client, tool, guarded);
  }
  const calls = run.calls.filter((call) => call.result);
  const figures = run.readings.map((reading, i) => ({
    tokens: encode(reading.text).length,
    images: reading.images.length,
    lost: calls[i] ? missingBlocks(calls[i].result, reading).length > 0 : true,
  }));
  return { ...run, figures };
}

/** Returns the errors of a run through Plimsoll. */
export function findErrors(tool, { readings, figures, calls, code, output, errors: modelErrors }) {
  const errors = modelErrors.map((error) => `the model failed: ${error.stack}`);
  if (readings.length === 0) return [...errors, `the model reads nothing (exit code ${code}): ${output.slice(-1_500)}`];
  figures.forEach(({ lost: isLost, tokens }, i) => {
    const isPhoto = tool === 'photo' && i > 0;
    if (isLost && !isPhoto) errors.push(`reading ${i + 1} lacks a part of the answer: ${readings[i].text.slice(0, 300)}`);
    if (tokens > BUDGET * CLIENT_FACTOR && !isPhoto) errors.push(`reading ${i + 1} has ${tokens} tokens`);
  });
  const first = [...decodedTexts(readings[0].text)];
  const hasImage = readings[0].images.length > 0;
  if (hasImage) return errors;
  if (!findCursor(readings[0].text)) errors.push(`the model reads no cursor: ${readings[0].text.slice(0, 300)}`);
  if (['orders', 'log', 'prose'].includes(tool) && !first.some((text) => text.includes('"notice":"'))) errors.push('the model reads no notice');
  if (tool === 'error' && !first.some((text) => text.includes('the warehouse does not answer'))) errors.push('the model does not read the error');
  if (readings.length < 2) errors.push(`the second call has no result: ${output.slice(-1_500)}`);
  else if (calls[1]?.error || isRefusal(calls[1]?.result)) {
    errors.push(`the second call failed: ${readings[1].text.slice(0, 300)}`);
  }
  return errors;
}

/** Runs a client whose model makes three wrong calls in a row before the follow-up read. Returns the errors. */
export async function checkMistakes(client) {
  const { readings, calls, output } = await runClient(client, 'orders', true, { mistakes: MISTAKES });
  const refused = calls.slice(1, -1);
  if (calls.length !== MISTAKES + 2 || readings.length !== calls.length) {
    return [`the run ended after ${refused.length} wrong calls of the model: ${output.slice(-1_500)}`];
  }
  const unread = refused.filter((call, i) => !isRefusal(call.result) || !readings[i + 1].text.includes('suggestion'));
  return [
    ...unread.map((call) => `the model does not read an error: ${JSON.stringify(call.result).slice(0, 300)}`),
    ...(isRefusal(calls.at(-1).result) ? ['the call after the wrong calls failed'] : []),
  ];
}

/** Expressions of programs in code mode, with which a program shows that it gets the complete result. */
const MEASURES = {
  orders: '[r.structuredContent.orders.length, r.structuredContent.orders.at(-1), JSON.stringify(r.structuredContent).length]',
  log: '[r.content.length, r.content[0].text.length, r.content[0].text.slice(-100)]',
};

/** Runs programs of the client directly and through Plimsoll; returns the differences between their results. */
export async function compareProgramRuns(client) {
  const errors = [];
  for (const [tool, measures] of Object.entries(MEASURES)) {
    const program = client.program(tool, measures);
    const [direct, guarded] = await Promise.all([runClient(client, tool, false, { program }), runClient(client, tool, true, { program })]);
    const [expected, actual] = [direct, guarded].map((run) => run.readings[0]?.text.match(/^\[.*\]$/m)?.[0]);
    if (expected === undefined) errors.push(`a program with ${tool} failed: ${direct.output.slice(-1_500)}`);
    else if (actual !== expected) errors.push(`a program with ${tool} gets ${actual ?? guarded.readings[0]?.text} in place of ${expected}`);
  }
  return errors;
}

/** Returns whether Plimsoll refused a call. An error of the server also has `isError`, but other content. */
function isRefusal(result) {
  return result?.isError === true && /^{"error":{"code":/.test(result.content[0]?.text);
}

/** Returns the differences between recorded and new figures. */
export function differences(recorded, current) {
  if (!recorded) return ['has no recorded figures'];
  return Object.entries(current.results).flatMap(([tool, byPath]) =>
    Object.entries(byPath).flatMap(([path, figures]) => {
      const recordedFigures = recorded.results[tool]?.[path];
      const isSimilar = recordedFigures?.length === figures.length && figures.every((each, i) => areSimilar(each, recordedFigures[i]));
      return isSimilar ? [] : [`${tool} (${path}): ${JSON.stringify(figures)} in place of ${JSON.stringify(recordedFigures)}`];
    }));
}

function areSimilar(first, second) {
  const hasSimilarTokens = Math.abs(first.tokens - second.tokens) <= Math.max(20, TOLERANCE * second.tokens);
  return hasSimilarTokens && first.images === second.images && first.lost === second.lost;
}
