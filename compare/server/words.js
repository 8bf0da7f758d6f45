// Words and numbers that are the same in each run.

/** A generator of numbers below 1 (mulberry32). */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = 'invoice carrier shipment the delayed at customs after review because its declaration lists older tariff codes than order form says so clerk asks again'.split(' ');

export function source(seed) {
  const random = randomNumbers(seed);
  const below = (n) => Math.floor(random() * n);
  const one = (list) => list[below(list.length)];
  const prose = (words) => Array.from({ length: words }, () => one(WORDS)).join(' ');
  return { random, below, one, prose };
}
