// The messages of a server over stdio. Results are texts, which are sent as they are: what a parser would change arrives.

import process from 'node:process';

const NEWLINE = 10;

/** Serves tools: an object {name, description, inputSchema, …, run} each; `run` returns the JSON text of a result. */
export function serve(name, tools) {
  const listed = JSON.stringify(tools.map(({ run: _, ...tool }) => tool));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  let chunks = [];
  process.stdin.on('data', (chunk) => {
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
      chunks.push(rest.subarray(0, at));
      const line = Buffer.concat(chunks).toString('utf8');
      chunks = [];
      rest = rest.subarray(at + 1);
      if (line.trim() !== '') take(JSON.parse(line));
    }
    if (rest.length > 0) chunks.push(rest);
  });
  process.stdin.on('end', () => process.exit(0));

  const send = (id, body) => process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${body}}\n`);

  async function take({ id, method, params }) {
    if (id === undefined) return;
    if (method === 'initialize') {
      send(id, `"result":${JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: '1.0.0' } })}`);
    } else if (method === 'ping') send(id, '"result":{}');
    else if (method === 'tools/list') send(id, `"result":{"tools":${listed}}`);
    else if (method === 'tools/call' && byName.has(params.name)) await call(id, params);
    else send(id, `"error":{"code":${method === 'tools/call' ? -32602 : -32601},"message":"not found: ${method}"}`);
  }

  async function call(id, params) {
    const result = await byName.get(params.name).run(params.arguments ?? {});
    if (typeof result === 'string') send(id, `"result":${result}`);
    else if (result.raw !== undefined) process.stdout.write(result.raw.replaceAll('ID', JSON.stringify(id)));
  }
}

/** Returns the JSON text of a result with one text. */
export const textResult = (text, isError = false) => `{"content":[{"type":"text","text":${JSON.stringify(text)}}]${isError ? ',"isError":true' : ''}}`;

export const schema = (properties = {}, required = []) => ({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) });
