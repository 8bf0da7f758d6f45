// Finds the content of a result that a model does not read.

import { isDeepStrictEqual } from 'node:util';
import { decodedTexts, values } from './decoded-texts.js';

/**
 * Returns the blocks of a result that a model does not read. The list is empty if the model reads all blocks, or equal structured
 * content.
 */
export function missingBlocks(result, reading) {
  const structured = result.structuredContent;
  if (structured !== undefined && withMembers(values(reading.text)).some((value) => isDeepStrictEqual(value, structured))) return [];
  const texts = [...decodedTexts(reading.text)].map(normalized);
  return result.content.flatMap((block, i) => {
    if (block.type === 'text') {
      return texts.some((text) => text.includes(normalized(block.text))) || hasEqualValue(block.text, reading.text) ? [] : [`block ${i + 1} (text)`];
    }
    if (block.type === 'image') {
      if (reading.images.includes(block.data)) return [];
      return texts.some((text) => text.includes(block.data)) ? [] : [`block ${i + 1} (image)`];
    }
    return texts.some((text) => text.includes(block.uri ?? block.resource?.uri)) ? [] : [`block ${i + 1} (${block.type})`];
  });
}

const normalized = (text) => text.replaceAll('\r\n', '\n').trim();

/** Returns whether a reading contains the JSON value of a text in another notation. */
function hasEqualValue(text, reading) {
  try {
    const value = JSON.parse(text);
    return withMembers(values(reading)).some((each) => isDeepStrictEqual(each, value));
  } catch {
    return false;
  }
}

/** Returns the values, and the members of those that are objects. */
function withMembers(found) {
  return found.flatMap((value) => [value, ...(value !== null && typeof value === 'object' ? Object.values(value) : [])]);
}
