// Figures of several rounds.

/** Returns the middle of some numbers, or of an even number of them the upper one. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
