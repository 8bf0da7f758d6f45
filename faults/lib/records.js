// Results that can be made again from a few numbers: whoever gets one can be checked to the last character.

/** Records that each say whose they are; the same for the same three. */
export function records(of, seed, count) {
  let state = (seed * 2654435761 + of.length) >>> 0;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0).toString(36);
  return Array.from({ length: count }, (_, id) => ({ id, of, seed, note: `${of}/${next()}${next()}${next()}${next()}${next()}${next()}` }));
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
