// Compares what a reader found with the truth.

export const INCOMPLETE = 'the result does not contain all records';

/** Returns whether a value equals the truth; numbers may be written as texts. */
export function same(value, truth) {
  if (Array.isArray(truth)) return Array.isArray(value) && value.length === truth.length && truth.every((each, i) => same(value[i], each));
  if (truth !== null && typeof truth === 'object') {
    const keys = Object.keys(truth);
    return value !== null && typeof value === 'object' && Object.keys(value).length === keys.length && keys.every((key) => same(value[key], truth[key]));
  }
  if (typeof truth === 'number') return value !== undefined && value !== null && value !== '' && Math.abs(Number(value) - truth) < 1e-6;
  return String(value) === String(truth);
}

/** Returns the number of each value. */
export function counts(values) {
  const found = {};
  for (const value of values) found[value] = (found[value] ?? 0) + 1;
  return found;
}
