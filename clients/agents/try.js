import { clients } from './lib/clients.js'; import { runClient } from './lib/run-client.js'; import { lost } from './lib/whole.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
const [name, tool, way] = process.argv.slice(2);
const r = await runClient(clients.find(c => c.name === name), tool, way === 'p');
console.log('code', r.code, r.client, 'requests', r.requests.length, r.faults, r.calls.map(c => [c.name, JSON.stringify(c.arguments), c.result?.isError, c.error]));
if (process.env.SAID || r.readings.length === 0) console.log(r.said.slice(-2500));
r.readings.forEach((x, i) => console.log(i, 'tokens', x.text.length > 200000 ? x.text.length + ' chars' : encode(x.text).length, 'images', x.images.length, 'lost', r.calls[i]?.result && lost(r.calls[i].result, x), JSON.stringify(x.text.slice(0, process.env.N ?? 250)), JSON.stringify(x.text.slice(-100))));
if (process.env.REQ) console.log(JSON.stringify(r.requests[0]?.body.tools, null, 1)?.slice(0, +process.env.REQ));
