// Computes results from a seed, so that every byte can be checked.

const PORTS = ['Hamburg', 'Gdansk', 'Bergen', 'Porto', 'Piraeus', 'Ystad'];
const WORDS = 'berth cargo pilot anchor harbour seal crane draught ballast manifest customs lighter mooring bunker survey hatch winch quay fender tug'.split(' ');

/** A megabyte of random words, from which each record has a part. It compresses to a third, like real data. */
const TEXT = (() => {
  let state = 1;
  const words = [];
  for (let i = 0; i < 100_000; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words.push(WORDS[(state >>> 8) % WORDS.length] + (state >>> 20));
  }
  return words.join(' ');
})();
const NOTE_LENGTH = 440;

function note(seed, id) {
  const from = (id * 7919 + seed * 104_729) % (TEXT.length - NOTE_LENGTH);
  return TEXT.slice(from, from + NOTE_LENGTH);
}

/** Returns a record of about 500 bytes with few characters to escape, so the text has about as many bytes as the message. */
export const record = (seed, id) => ({
  id,
  ship: `MV Albatross ${seed}-${id}`,
  port: PORTS[(id * 7 + seed) % PORTS.length],
  tonnes: (id * 7919 + seed * 31) % 50_000,
  note: note(seed, id),
});

export const RECORD_BYTES = 550;
export const recordsIn = (bytes) => Math.ceil(bytes / RECORD_BYTES);

/** Yields a list as JSON, in chunks, so that hundreds of megabytes are never in memory at once. */
export function* jsonChunks(seed, count) {
  yield '[';
  for (let id = 0; id < count; id += 500) {
    const chunk = Array.from({ length: Math.min(500, count - id) }, (_, i) => JSON.stringify(record(seed, id + i)));
    yield (id === 0 ? '' : ',') + chunk.join(',');
  }
  yield ']';
}

/** Describes the first difference between items and the expected records; returns undefined if there is none. */
export function findDifference(items, seed, from = 0) {
  const index = items.findIndex((item, i) => JSON.stringify(item) !== JSON.stringify(record(seed, from + i)));
  return index < 0 ? undefined : `item ${from + index} of seed ${seed} is ${JSON.stringify(items[index])?.slice(0, 200)}`;
}

export const recordsInPort = (seed, count, port) => Array.from({ length: count }, (_, id) => record(seed, id)).filter((each) => each.port === port);
