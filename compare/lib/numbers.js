// Statistics over several rounds.

/** Returns the median; of an even number of values, the upper one of the two in the middle. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
