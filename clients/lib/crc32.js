// Checksums of ZIP entries; zlib has them only since Node 22.

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** Returns the CRC-32 of bytes. */
export function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}
