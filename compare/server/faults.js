// A server that misbehaves: writes garbage, is silent, answers twice, or ends.

import process from 'node:process';
import { schema, serve, textResult } from './rpc.js';
import { source } from './words.js';

const { below, prose } = source(3);
const list = (length) => JSON.stringify(Array.from({ length }, (_, id) => ({ id, note: prose(9), amount: below(1_000) })));
const stored = textResult(list(3_000));
const fiveMegabytes = list(60_000);
const small = textResult('{"answer":42}');
let isSilent = true;

const tool = (name, run, properties) => ({ name, description: `Returns ${name}.`, inputSchema: schema(properties), annotations: { readOnlyHint: true }, run });

serve('faults', [
  tool('small', () => small),
  tool('stored', () => stored),
  tool('garbage', () => {
    process.stdout.write('Warning: this is no protocol message\n{"jsonrpc":"2.0","id":99999,"result":{}}\n');
    return small;
  }),
  tool('silence', () => {
    if (!isSilent) return small;
    isSilent = false;
    return {};
  }),
  tool('twice', () => ({ raw: `{"jsonrpc":"2.0","id":ID,"result":${textResult('first')}}\n{"jsonrpc":"2.0","id":ID,"result":${textResult('second')}}\n` })),
  tool('ends', () => process.exit(1)),
  tool('five_megabytes', ({ n }) => textResult(`[{"id":${n}},${fiveMegabytes.slice(1)}`), { n: { type: 'integer' } }),
]);
