// One message on each line. The messages show their era; a legacy client has one session.

import process from 'node:process';
import { createInterface } from 'node:readline';
import { errorMember, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE, RpcError, UNSUPPORTED_VERSION } from './errors.js';
import { LegacySession } from './legacy.js';
import { answerModern, isModern, VERSION } from './modern.js';

export function serveStdio(eras) {
  const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const refuse = (id, error) => send({ jsonrpc: '2.0', id, error: errorMember(error) });
  const running = new Map();
  let session;

  async function modern(request) {
    const gone = new AbortController();
    running.set(request.id, gone);
    const response = await answerModern(request, send, gone.signal);
    running.delete(request.id);
    if (!gone.signal.aborted || request.method === 'subscriptions/listen') send(response);
  }

  async function legacy(request) {
    if (request.method === 'initialize') {
      session?.end();
      session = new LegacySession(send);
    }
    if (!session && request.method !== 'ping') return refuse(request.id, new RpcError(INVALID_REQUEST, 'initialize must come first'));
    const response = await (session ?? new LegacySession(send)).answer(request);
    if (response) send(response);
  }

  function receive(message) {
    const request = message.method !== undefined && message.id !== undefined;
    if (!request) {
      if (message.method === 'notifications/cancelled') running.get(message.params.requestId)?.abort();
      return session?.hear(message);
    }
    if (isModern(message)) {
      if (eras.modern) return modern(message);
      if (!session) return refuse(message.id, new RpcError(METHOD_NOT_FOUND, `Method not found: ${message.method}`));
    }
    if (eras.legacy) return legacy(message);
    const requested = message.params?.protocolVersion ?? 'none';
    return refuse(message.id, new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', { supported: [VERSION], requested }));
  }

  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return send({ jsonrpc: '2.0', id: null, error: errorMember(new RpcError(PARSE, 'Parse error')) });
    }
    receive(message);
  });
  lines.on('close', () => process.exit(0));
}
