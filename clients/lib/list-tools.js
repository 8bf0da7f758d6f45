// Prints the names of the tools at a URL, as a client of each era sees them. A separate process, because certificates are trusted per process.

import process from 'node:process';
import { leave, legacyAt, modernAt } from './gateway.js';

const seen = {};
for (const [era, connect] of Object.entries({ legacy: legacyAt, modern: modernAt })) {
  const connection = await connect(process.argv[2]);
  seen[era] = (await connection.client.listTools()).tools.map((tool) => tool.name);
  if (era === 'legacy') await leave(connection);
  else await connection.client.close();
}
console.log(JSON.stringify(seen));
