// Results that are computed from a number, so that every byte can be checked.

const PORTS = ['Hamburg', 'Gdansk', 'Bergen', 'Porto', 'Piraeus', 'Ystad'];
const WORDS = 'berth cargo pilot anchor harbour seal crane draught ballast manifest customs lighter mooring bunker survey hatch winch quay fender tug'.split(' ');

/** A megabyte of random words; each record has another part of it. It compresses to a third, like real data. */
const TEXT = (() => {
  let state = 1;
  const words = [];
  for (let i = 0; i < 100_000; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words.push(WORDS[(state >>> 8) % WORDS.length] + (state >>> 20));
  }
  return words.join(' ');
})();
const NOTE = 440;

function note(seed, id) {
  const from = (id * 7919 + seed * 104_729) % (TEXT.length - NOTE);
  return TEXT.slice(from, from + NOTE);
}

/** About 500 bytes with few characters to escape, so the text has about as many bytes as the message. */
export const record = (seed, id) => ({
  id,
  ship: `MV Albatross ${seed}-${id}`,
  port: PORTS[(id * 7 + seed) % PORTS.length],
  tonnes: (id * 7919 + seed * 31) % 50_000,
  note: note(seed, id),
});

export const RECORD_BYTES = 550;
export const recordsIn = (bytes) => Math.ceil(bytes / RECORD_BYTES);

/** The list as JSON, in parts, so that hundreds of megabytes are never in memory at once. */
export function* parts(seed, count) {
  yield '[';
  for (let id = 0; id < count; id += 500) {
    const some = Array.from({ length: Math.min(500, count - id) }, (_, i) => JSON.stringify(record(seed, id + i)));
    yield (id === 0 ? '' : ',') + some.join(',');
  }
  yield ']';
}

/** Returns a sentence about the first difference, or undefined. */
export function wrong(items, seed, from = 0) {
  const at = items.findIndex((item, i) => JSON.stringify(item) !== JSON.stringify(record(seed, from + i)));
  return at < 0 ? undefined : `item ${from + at} of seed ${seed} is ${JSON.stringify(items[at])?.slice(0, 200)}`;
}

export const inPort = (seed, count, port) => Array.from({ length: count }, (_, id) => record(seed, id)).filter((each) => each.port === port);
