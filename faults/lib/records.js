// Computes results from a few numbers, so that every character can be checked.

/** Returns records that contain the name of their caller. Equal arguments give equal records. */
export function records(of, seed, count) {
  let state = (seed * 2654435761 + of.length) >>> 0;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0).toString(36);
  return Array.from({ length: count }, (_, id) => ({ id, of, seed, note: `${of}/${next()}${next()}${next()}${next()}${next()}${next()}` }));
}

/** Returns a function that returns random numbers from 0 to 1, the same for each seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
