// Finds cursors in the texts that the scripted model reads, and fills in arguments.

import { decodedTexts } from './decoded-texts.js';

const CURSORS = [
  /"nextCursor": ?"([\w-]{8,48})"/,
  /plimsoll_read with cursor ([\w-]{8,48}) /,
  /"cursor": ?"([\w-]{8,48})"/,
  /cursor[ =:]+"?([\w-]{16,48})/,
];

/** Returns the first cursor in a text that a model reads. */
export function findCursor(text) {
  for (const decoded of decodedTexts(text)) {
    for (const pattern of CURSORS) {
      const found = pattern.exec(decoded);
      if (found) return found[1];
    }
  }
  return undefined;
}

/** Adds an empty value for each missing argument that the schema requires, as models do with strict schemas. */
export function fillRequired(schema, given) {
  const args = { ...given };
  for (const name of schema?.required ?? []) {
    args[name] ??= emptyValue(schema.properties?.[name] ?? {});
  }
  return args;
}

function emptyValue(schema) {
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.enum) return schema.enum[0];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return emptyValue(alternatives[0]);
  const type = [schema.type].flat()[0];
  return { string: '', integer: 0, number: 0, boolean: false, array: [], object: {} }[type] ?? null;
}
