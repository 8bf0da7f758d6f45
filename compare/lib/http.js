// Two callers of one server over Streamable HTTP.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { treeOf } from './processes.js';

const START = 30_000;

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a server; returns a function that ends it. */
export function start({ command, args, env, cwd }) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, cwd, stdio: 'ignore' });
  return () => {
    for (const pid of treeOf(child.pid)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // it has ended
      }
    }
  };
}

/** Opens a session of a caller, whose headers are `own`. Its function `call` returns {message, result}, as the session over stdio does. */
export async function connect(url, own) {
  let headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...own };
  const post = async (message) => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
    return { session: response.headers.get('Mcp-Session-Id'), message: messageIn(await response.text(), message.id) };
  };
  const { session } = await untilReady(() => post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'compare', version: '1.0.0' } } }));
  headers = { ...headers, 'MCP-Protocol-Version': '2025-06-18', ...(session ? { 'Mcp-Session-Id': session } : {}) };
  await post({ method: 'notifications/initialized' });
  let id = 1;
  return {
    async call(name, args = {}) {
      id += 1;
      const { message } = await post({ id, method: 'tools/call', params: { name, arguments: args } });
      return { message, result: message?.result };
    },
  };
}

/** Returns the response with this id, from JSON or from a stream of events. */
function messageIn(text, id) {
  const bodies = text.trimStart().startsWith('{') ? [text] : text.split('\n').filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length));
  return bodies.filter((body) => body.trim() !== '').map((body) => JSON.parse(body)).find((message) => message.id === id);
}

async function untilReady(attempt) {
  for (const until = Date.now() + START; ; await pause(200)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
