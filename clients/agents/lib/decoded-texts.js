// Decodes the texts that clients give their models: plain text, JSON, or Python strings.

/** Returns the text, and the texts that result from decoding it, with each layer of quotes removed. */
export function decodedTexts(text) {
  const texts = new Set([text]);
  for (const part of nestedStrings(text, 0)) texts.add(part);
  for (const part of [...texts]) {
    if (part.includes('\\')) texts.add(removeEscapes(part));
  }
  return texts;
}

function nestedStrings(text, depth) {
  const value = parseOrUndefined(text);
  return value === undefined || depth > 4 ? [] : [...stringsIn(value)].flatMap((leaf) => [leaf, ...nestedStrings(leaf, depth + 1)]);
}

function* stringsIn(value) {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) yield* stringsIn(each);
}

/** Returns all JSON values in a text, including values in strings of other values. */
export function values(text) {
  return [...decodedTexts(text)].map(parseOrUndefined).filter((value) => value !== undefined);
}

function parseOrUndefined(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'number' ? undefined : value;
  } catch {
    return undefined;
  }
}

function removeEscapes(text) {
  const known = { n: '\n', t: '\t', r: '\r' };
  return text.replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)/gs, (_, code) => {
    if (/^[xu]./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return known[code] ?? code;
  });
}
