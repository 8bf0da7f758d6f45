// Small real files as content: an image of one pixel, audio without samples.

import { deflateSync, crc32 } from 'node:zlib';

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function png() {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const red = deflateSync(Buffer.from([0, 255, 0, 0]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', red), chunk('IEND', Buffer.alloc(0))]);
}

function wav() {
  const out = Buffer.alloc(44);
  out.write('RIFF', 0, 'latin1');
  out.writeUInt32LE(36, 4);
  out.write('WAVEfmt ', 8, 'latin1');
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(1, 22);
  out.writeUInt32LE(8_000, 24);
  out.writeUInt32LE(16_000, 28);
  out.writeUInt16LE(2, 32);
  out.writeUInt16LE(16, 34);
  out.write('data', 36, 'latin1');
  return out;
}

export const PIXEL = png().toString('base64');
export const text = (words) => ({ type: 'text', text: words });
export const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
export const audio = { type: 'audio', data: wav().toString('base64'), mimeType: 'audio/wav' };
export const embedded = (uri, mimeType, words) => ({ type: 'resource', resource: { uri, mimeType, text: words } });
export const answered = (...content) => ({ content });
