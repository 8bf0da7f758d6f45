// Checks the headers of 2026-07-28, which repeat parts of the body.

import { HEADER_MISMATCH, INVALID_PARAMS, RpcError } from './errors.js';
import { headersOf } from './methods.js';

const WRAPPED = /^=\?base64\?(.*)\?=$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const mismatch = (header, why) => new RpcError(HEADER_MISMATCH, `header ${header}: ${why}`);

function decoded(header, value) {
  const wrapped = WRAPPED.exec(value)?.[1];
  if (wrapped === undefined) return value;
  if (!BASE64.test(wrapped)) throw mismatch(header, 'is not Base64');
  return Buffer.from(wrapped, 'base64').toString('utf8');
}

function same(headers, header, expected) {
  const value = headers[header];
  if (value === undefined) throw mismatch(header, 'is missing');
  if (decoded(header, value.trim()) !== String(expected)) throw mismatch(header, 'differs from the body');
}

function nameOf({ method, params }) {
  if (method === 'tools/call' || method === 'prompts/get') return params?.name;
  if (method === 'resources/read') return params?.uri;
  if (['tasks/get', 'tasks/update', 'tasks/cancel'].includes(method)) return params?.taskId;
  return undefined;
}

export function checkHeaders(message, headers) {
  const version = message.params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (message.id !== undefined && version === undefined) {
    throw new RpcError(INVALID_PARAMS, '_meta needs io.modelcontextprotocol/protocolVersion');
  }
  if (version !== undefined) same(headers, 'mcp-protocol-version', version);
  same(headers, 'mcp-method', message.method);
  const name = nameOf(message);
  if (name !== undefined) same(headers, 'mcp-name', name);
  if (message.method !== 'tools/call') return;
  for (const [argument, header] of headersOf(name)) {
    const value = message.params.arguments?.[argument];
    if (value !== undefined && value !== null) same(headers, header, value);
    else if (headers[header] !== undefined) throw mismatch(header, 'has no argument');
  }
}
