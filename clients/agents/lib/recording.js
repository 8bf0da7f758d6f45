// Reads the file that recording-proxy.js writes.

import { existsSync, readFileSync } from 'node:fs';

/** Returns the client's name and revision, and its tool calls with their results, in order. */
export function readRecording(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const client = {};
  const calls = [];
  let pending = new Map();
  for (const { direction, line } of lines.map((each) => JSON.parse(each))) {
    const message = parse(line);
    if (message === undefined) continue;
    if (direction === 'request' && message.method === 'initialize') {
      pending = new Map(); // a new process
      client.name = `${message.params.clientInfo.name} ${message.params.clientInfo.version}`;
    }
    const modern = message.params?._meta?.['io.modelcontextprotocol/clientInfo'];
    if (modern) client.name = `${modern.name} ${modern.version}`;
    if (direction === 'request' && message.method === 'tools/call') {
      const call = { name: message.params.name, arguments: message.params.arguments };
      pending.set(message.id, call);
      calls.push(call);
    }
    if (direction === 'answer' && pending.has(message.id) && message.method === undefined) {
      const call = pending.get(message.id);
      call.result = message.result;
      call.error = message.error;
    }
    if (direction === 'answer' && message.result?.protocolVersion) client.revision = message.result.protocolVersion;
  }
  return { client, calls };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
