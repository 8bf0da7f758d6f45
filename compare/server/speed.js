// Serves small, large, and very large results.

import { schema, serve, textResult } from './rpc.js';
import { source } from './words.js';

const { below, one, prose } = source(7);
const record = (i) => ({ id: i, customer: prose(2), state: one(['open', 'paid', 'held']), amount: below(90_000) / 100, note: prose(9) });

/** Returns a list of records with at least this number of characters. */
function list(size) {
  const records = [];
  for (let length = 0; length < size; length += JSON.stringify(records.at(-1)).length + 1) records.push(record(records.length));
  return records;
}

const small = textResult(JSON.stringify(record(1)));
const megabyte = textResult(JSON.stringify(list(1_000_000)));
const page = list(50_000);
let large;
const tool = (name, run, properties) => ({ name, description: `Returns orders (${name}).`, inputSchema: schema(properties), annotations: { readOnlyHint: true }, run });

serve('speed', [
  tool('small', () => small),
  tool('megabyte', () => megabyte),
  tool('page', ({ n }) => textResult(JSON.stringify([{ ...page[0], id: n }, ...page.slice(1)])), { n: { type: 'integer' } }),
  tool('prepare', ({ size }) => {
    large = textResult(JSON.stringify(list(size)));
    return small;
  }, { size: { type: 'integer' } }),
  tool('prepared', () => large),
]);
