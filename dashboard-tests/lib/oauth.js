// A server over HTTP that requires a token, and its authorization server with a page on which a person grants or denies access.

import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const TOOLS = [{ name: 'list_orders', description: 'Lists the orders.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }];

const handlers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' } }),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'no orders' }] }),
};

async function text(request) {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

const json = (response, status, body, headers = {}) => response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

async function listen(handle) {
  const server = createServer((request, response) => handle(request, response).catch((error) => response.writeHead(500).end(String(error))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, base: `http://127.0.0.1:${server.address().port}` };
}

export async function startShop() {
  const tokens = new Set();
  const codes = new Map();
  const issuer = await listen(async (request, response) => {
    const url = new URL(request.url, issuer.base);
    if (url.pathname === '/.well-known/oauth-authorization-server') {
      json(response, 200, {
        issuer: issuer.base, authorization_endpoint: `${issuer.base}/authorize`, token_endpoint: `${issuer.base}/token`, registration_endpoint: `${issuer.base}/register`, revocation_endpoint: `${issuer.base}/revoke`,
        code_challenge_methods_supported: ['S256'], authorization_response_iss_parameter_supported: true,
      });
    } else if (url.pathname === '/register') {
      json(response, 201, { client_id: 'client-1' });
    } else if (url.pathname === '/authorize') {
      const code = randomUUID();
      codes.set(code, url.searchParams.get('code_challenge'));
      const back = new URL(url.searchParams.get('redirect_uri'));
      back.searchParams.set('state', url.searchParams.get('state'));
      back.searchParams.set('iss', issuer.base);
      const link = (name, value) => {
        const target = new URL(back);
        target.searchParams.set(name, value);
        return target.href.replaceAll('&', '&amp;');
      };
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>Shop</title><h1>Grant access?</h1><p><a href="${link('code', code)}">Grant</a> <a href="${link('error', 'access_denied')}">Deny</a>`);
    } else if (url.pathname === '/token') {
      const form = new URLSearchParams(await text(request));
      const isRight = codes.get(form.get('code')) === createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
      if (!isRight) return json(response, 400, { error: 'invalid_grant' });
      const token = randomUUID();
      tokens.add(token);
      json(response, 200, { access_token: token, token_type: 'bearer', expires_in: 3600, scope: 'orders:read' });
    } else if (url.pathname === '/revoke') {
      tokens.delete(new URLSearchParams(await text(request)).get('token'));
      response.writeHead(200).end();
    } else response.writeHead(url.pathname === '/favicon.ico' ? 204 : 404).end();
  });
  const shop = await listen(async (request, response) => {
    if (request.url.startsWith('/.well-known/oauth-protected-resource')) {
      return json(response, 200, { resource: `${shop.base}/mcp`, authorization_servers: [issuer.base], scopes_supported: ['orders:read'] });
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) {
      return response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(await text(request));
    if (id === undefined) return response.writeHead(202).end();
    json(response, 200, handlers[method] ? { jsonrpc: '2.0', id, result: handlers[method](params) } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } });
  });
  return {
    url: `${shop.base}/mcp`,
    issuer: issuer.base,
    tokens,
    close() {
      for (const { server } of [shop, issuer]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
