package dev.plimsoll.gateway.telemetry.store;

import java.util.Arrays;

/** Variable-length encoding of signed integers: numbers from -64 to 63 take one byte, larger ones more. */
final class PackedLongs {

    private byte[] bytes;
    private int position;

    PackedLongs() {
        bytes = new byte[128];
    }

    PackedLongs(byte[] packed) {
        bytes = packed;
    }

    void write(long value) {
        if (position + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        // zigzag encoding: 0, -1, 1, -2 become 0, 1, 2, 3, so that small negative numbers are short too
        long remaining = (value << 1) ^ (value >> 63);
        while ((remaining & ~0x7fL) != 0) {
            bytes[position++] = (byte) (remaining | 0x80);
            remaining >>>= 7;
        }
        bytes[position++] = (byte) remaining;
    }

    long read() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position == bytes.length) {
                throw new IllegalStateException("the packed numbers are truncated");
            }
            byte next = bytes[position++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                break;
            }
        }
        return (value >>> 1) ^ -(value & 1);
    }

    boolean isAtEnd() {
        return position == bytes.length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, position);
    }
}
