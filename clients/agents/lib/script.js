// What the scripted model does with what it reads.

import { spellings } from './spellings.js';

const CURSORS = [
  /"nextCursor": ?"([\w-]{8,48})"/,
  /plimsoll_read with cursor ([\w-]{8,48}) /,
  /"cursor": ?"([\w-]{8,48})"/,
  /cursor[ =:]+"?([\w-]{16,48})/,
];

/** Returns the first cursor in a text that a model reads. */
export function cursorIn(text) {
  for (const spelling of spellings(text)) {
    for (const pattern of CURSORS) {
      const found = pattern.exec(spelling);
      if (found) return found[1];
    }
  }
  return undefined;
}

/** Returns arguments, and an empty value for each other one that the schema requires, as models do under strict schemas. */
export function fill(schema, given) {
  const filled = { ...given };
  for (const name of schema?.required ?? []) {
    filled[name] ??= empty(schema.properties?.[name] ?? {});
  }
  return filled;
}

function empty(schema) {
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return empty(alternatives[0]);
  const type = [schema.type].flat()[0];
  return { string: '', integer: 0, number: 0, boolean: false, array: [], object: {} }[type] ?? null;
}
