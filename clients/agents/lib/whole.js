// Whether a model reads all that was sent.

import { isDeepStrictEqual } from 'node:util';
import { spellings, values } from './spellings.js';

/**
 * Returns what of a result a model does not read: the empty list, if it reads every block, or structured content that says the same.
 */
export function lost(result, reading) {
  const structured = result.structuredContent;
  if (structured !== undefined && parts(values(reading.text)).some((value) => isDeepStrictEqual(value, structured))) return [];
  const forms = [...spellings(reading.text)].map(plain);
  return result.content.flatMap((block, i) => {
    if (block.type === 'text') {
      return forms.some((form) => form.includes(plain(block.text))) || sameValue(block.text, reading.text) ? [] : [`block ${i + 1} (text)`];
    }
    if (block.type === 'image') {
      if (reading.images.includes(block.data)) return [];
      return forms.some((form) => form.includes(block.data)) ? [] : [`block ${i + 1} (image)`];
    }
    return forms.some((form) => form.includes(block.uri ?? block.resource?.uri)) ? [] : [`block ${i + 1} (${block.type})`];
  });
}

const plain = (text) => text.replaceAll('\r\n', '\n').trim();

/** Says whether a reading has the value of a text that is JSON, written in another way. */
function sameValue(text, reading) {
  try {
    const value = JSON.parse(text);
    return parts(values(reading)).some((each) => isDeepStrictEqual(each, value));
  } catch {
    return false;
  }
}

/** Returns the values and, of objects, their members. */
function parts(found) {
  return found.flatMap((value) => [value, ...(value !== null && typeof value === 'object' ? Object.values(value) : [])]);
}
