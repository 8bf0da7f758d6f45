// Measures the peers side by side: run.js [TABLE…] [--peers a,b] [--write] [--out FILE]. See README.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { prepareTokens } from './lib/tokens.js';
import { peers } from './peers/index.js';

await prepareTokens();
const { measure } = await import(`./tables/${process.argv[2]}.js`);
const names = (process.argv[3] ?? peers.map(p=>p.name).join()).split(',');
for (const name of names) { const peer = peers.find(p=>p.name===name); for (const form of process.argv[4]?[process.argv[4]]:peer.forms) { const t=Date.now(); const m = await measure(peer, form); const {rows,...rest}=m; console.log(name, form, ((Date.now()-t)/1000).toFixed(1)+'s', JSON.stringify(rest)); for (const r of rows) if (r.defects?.length||(r.status&&r.status!=="right")) console.log('   ', r.payload, r.tokens, JSON.stringify(r.reasons??[r.task,r.status,r.reason])); } }
