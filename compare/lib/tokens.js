// Counts the tokens (o200k_base) of texts, and of results as a client could give them to a model.

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { installed } from './paths.js';

/** The counter takes quadratic time for a run of letters without a space; a longer run is counted in pieces of this length. */
const LONGEST_RUN = 4_000;
const RUN = new RegExp(`\\p{L}{${LONGEST_RUN}}`, 'gu');
const MEDIA_TOKENS = 1_500;

let counter;

async function load() {
  const require = createRequire(installed('tokens', 'package.json'));
  const { countTokens } = await import(pathToFileURL(require.resolve('gpt-tokenizer/encoding/o200k_base')));
  return (text) => countTokens(text, { disallowedSpecial: new Set() });
}

export async function prepareTokens() {
  counter ??= await load();
}

/** Returns the tokens of a text. */
export function tokensOf(text) {
  if (text.length < LONGEST_RUN) return counter(text);
  let sum = 0;
  let from = 0;
  for (const { index } of text.matchAll(RUN)) {
    sum += counter(text.slice(from, index + LONGEST_RUN));
    from = index + LONGEST_RUN;
  }
  return sum + counter(text.slice(from));
}

/**
 * Returns the tokens of a result for a client that feeds the more expensive of `content` and `structuredContent` to its model:
 * clients feed one of the two. An image, a sound, or a blob counts 1,500, whatever its size.
 */
export function tokensOfResult(result) {
  if (!result) return 0;
  const structured = result.structuredContent === undefined ? 0 : tokensOf(JSON.stringify(result.structuredContent));
  return Math.max(tokensOfContent(result), structured);
}

/** Returns the tokens of `content` alone. */
export function tokensOfContent(result) {
  let sum = 0;
  for (const block of result?.content ?? []) {
    if (block.type === 'text') sum += tokensOf(block.text);
    else sum += block.data || block.resource?.blob ? MEDIA_TOKENS : tokensOf(JSON.stringify(block));
  }
  return sum;
}
