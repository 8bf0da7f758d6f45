// A server with the names that the official conformance suite expects, in every revision of the protocol:
//   node main.js stdio|http [legacy|modern]
// Over HTTP it prints its URL. `legacy` supports only the revisions up to 2025-11-25, `modern` only 2026-07-28.

import process from 'node:process';
import { serveHttp } from './http.js';
import { serveStdio } from './stdio.js';

const [transport, only] = process.argv.slice(2);
const eras = { legacy: only !== 'modern', modern: only !== 'legacy' };
if (![undefined, 'legacy', 'modern'].includes(only) || !['stdio', 'http'].includes(transport)) {
  console.error('usage: main.js stdio|http [legacy|modern]');
  process.exit(2);
}
if (transport === 'http') serveHttp(eras, (url) => console.log(`serving at ${url}`));
else serveStdio(eras);
