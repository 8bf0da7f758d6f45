// Prints the names of the tools at a URL that a client of each era gets. Runs as a separate process, because Node trusts certificates per process.

import process from 'node:process';
import { endSession, legacyHttp, modernHttp } from './gateway.js';

const names = {};
for (const [era, connect] of Object.entries({ legacy: legacyHttp, modern: modernHttp })) {
  const connection = await connect(process.argv[2]);
  names[era] = (await connection.client.listTools()).tools.map((tool) => tool.name);
  if (era === 'legacy') await endSession(connection);
  else await connection.client.close();
}
console.log(JSON.stringify(names));
