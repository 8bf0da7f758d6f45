// Calls a tool through Plimsoll with the official client: node client.js FILE COMMAND ARGUMENT…
// FILE has more than the budget; the answer must fit the budget, and plimsoll_read must return its next part.
'use strict';
const fs = require('fs');

(async () => {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const [file, command, ...args] = process.argv.slice(2);
  const begin = process.hrtime.bigint();
  const took = () => `${Number((process.hrtime.bigint() - begin) / 1000000n)} ms`;
  const client = new Client({ name: 'packages', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }), { timeout: 300_000 });
  const connected = took();
  const { tools } = await client.listTools();
  if (!tools.some((tool) => tool.name === 'read_text_file')) throw new Error('the tools of the server are missing');
  if (!tools.some((tool) => tool.name === 'plimsoll_read')) throw new Error('plimsoll_read is missing');
  const size = fs.statSync(file).size;
  const answer = await client.callTool({ name: 'read_text_file', arguments: { path: file } });
  const text = JSON.stringify(answer);
  if (text.length > size / 2) throw new Error(`the answer has ${text.length} bytes of ${size}`);
  const cursor = /"nextCursor\\*":\s*\\*"([^"\\]+)/.exec(text);
  if (!cursor) throw new Error(`no cursor in ${text.slice(0, 500)}`);
  const next = await client.callTool({ name: 'plimsoll_read', arguments: { cursor: cursor[1] } });
  if (next.isError) throw new Error(JSON.stringify(next).slice(0, 500));
  await client.close();
  console.log(`good: ${size} bytes became ${text.length}; connected after ${connected}`);
})().catch((e) => { console.error(e); process.exit(1); });
