// Functions that read texts, JSON, and numbers from a result.

/** Returns the texts of a result. */
export const textsOf = (result) => (result?.content ?? []).filter((block) => block.type === 'text').map((block) => block.text);

/** Returns the first text of a result. */
export const textOf = (result) => textsOf(result)[0] ?? '';

/** Returns the JSON of the first text, or of the structured content; or undefined. */
export function jsonOf(result) {
  if (result?.structuredContent) return result.structuredContent;
  return parsed(textOf(result));
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the number in the first group of a pattern; or undefined. */
export function numberIn(text, pattern) {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
