// Signed state for a client: readable, protected against changes, and valid for one target only.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { INVALID_PARAMS, RpcError } from './errors.js';

const key = randomBytes(32);
const mac = (text) => createHmac('sha256', key).update(text).digest('base64url');

export function sign(value, target) {
  const text = Buffer.from(JSON.stringify({ value, target })).toString('base64url');
  return `${text}.${mac(text)}`;
}

export function verify(state, target) {
  const [text, seal] = String(state).split('.');
  const [given, right] = [Buffer.from(String(seal)), Buffer.from(mac(text))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new RpcError(INVALID_PARAMS, 'requestState was changed');
  const kept = JSON.parse(Buffer.from(text, 'base64url'));
  if (kept.target !== target) throw new RpcError(INVALID_PARAMS, 'requestState is of another call');
  return kept.value;
}
