// A client without a tool that shows its model only the first 25,000 tokens of a text, and says that it cut the text.

import { textsOf } from '../lib/answer.js';
import { tokensOf } from '../lib/tokens.js';
import direct from './direct.js';

const LIMIT = 25_000;
const MARK = '\n[cut by the client at 25,000 tokens]';

/** Returns the longest beginning of a text within the limit. */
function beginning(text) {
  if (text.length < LIMIT || tokensOf(text) <= LIMIT) return text;
  let low = LIMIT;
  let high = Math.min(text.length, LIMIT * 12);
  while (high - low > 16) {
    const middle = (low + high) >> 1;
    if (tokensOf(text.slice(0, middle)) <= LIMIT) low = middle;
    else high = middle;
  }
  return text.slice(0, low).replace(/[\ud800-\udbff]$/, '') + MARK;
}

export default {
  ...direct,
  name: 'cut',
  title: "a client's cut at 25,000 tokens",
  isClient: true,
  /** Returns the result that the model sees: the same one, or the beginning of its texts and the blocks that are not texts. */
  shown(result) {
    const texts = textsOf(result);
    const text = texts.length > 0 ? texts.join('\n') : JSON.stringify(result.structuredContent ?? '');
    const begun = beginning(text);
    if (begun === text) return result;
    const others = result.content.filter((block) => block.type !== 'text');
    return { content: [{ type: 'text', text: begun }, ...others], ...(result.isError ? { isError: true } : {}) };
  },
};
