// The forms in which clients write a text for their models: as it is, within JSON, or as Python writes strings.

/** Returns the text, and what it is without each layer of quoting. */
export function spellings(text) {
  const found = new Set([text]);
  for (const part of strings(text, 0)) found.add(part);
  for (const part of [...found]) {
    if (part.includes('\\')) found.add(unescaped(part));
  }
  return found;
}

function strings(text, depth) {
  const value = parsed(text);
  return value === undefined || depth > 4 ? [] : [...leaves(value)].flatMap((leaf) => [leaf, ...strings(leaf, depth + 1)]);
}

function* leaves(value) {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) yield* leaves(each);
}

/** Returns all JSON values in a text, also within strings of such values. */
export function values(text) {
  return [...spellings(text)].map(parsed).filter((value) => value !== undefined);
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'number' ? undefined : value;
  } catch {
    return undefined;
  }
}

function unescaped(text) {
  const known = { n: '\n', t: '\t', r: '\r' };
  return text.replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)/gs, (_, code) => {
    if (/^[xu]./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return known[code] ?? code;
  });
}
