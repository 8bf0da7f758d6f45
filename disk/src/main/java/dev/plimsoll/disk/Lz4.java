package dev.plimsoll.disk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Compresses and decompresses the LZ4 block format in plain Java. A native library would have to be unpacked
 * and loaded, which takes a short-lived process longer than reading all its pages. Compressed data alternates
 * literals (bytes that are copied) and matches (a distance back and a length). The compressor makes one pass.
 * Its table maps the hash of four bytes to the position at which they occurred last. Not thread-safe.
 */
final class Lz4 {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int TABLE_BITS = 13;
    private static final int MIN_MATCH = 4;
    private static final int MAX_DISTANCE = 65_535;

    /** The format requires that at least this many bytes at the end are literals. */
    private static final int LAST_LITERALS = 5;

    /** The format requires that no match begins in this many bytes at the end. */
    private static final int MATCH_END_MARGIN = 12;

    /** The search for a match takes larger steps after 2 to the power of this number of failures: after 64. */
    private static final int SKIP_BITS = 6;

    private final int[] table = new int[1 << TABLE_BITS];
    private byte[] out = new byte[0];
    private int at;

    /** Returns the maximum number of bytes that {@link #compress} can write for {@code length} bytes. */
    static int maxCompressedLength(int length) {
        return length + length / 255 + 16;
    }

    /**
     * Compresses {@code in[from, to)} to {@code target} from {@code start}, where {@link #maxCompressedLength} bytes must fit.
     * Returns the end offset.
     */
    int compress(byte[] in, int from, int to, byte[] target, int start) {
        out = target;
        at = start;
        int anchor = to - from > MATCH_END_MARGIN ? writeMatches(in, from, to) : from;
        writeLiterals(in, anchor, to - anchor, 0);
        out = new byte[0];
        return at;
    }

    /**
     * Writes all matches with the literals before them. Returns the offset of the literals after the last match, which
     * are not written yet.
     */
    private int writeMatches(byte[] in, int from, int to) {
        Arrays.fill(table, -1);
        int anchor = from;
        int current = from;
        int tries = 1 << SKIP_BITS;
        int end = to - MATCH_END_MARGIN;
        while (current <= end) {
            int bytes4 = (int) INT.get(in, current);
            int slot = hash(bytes4);
            int candidate = table[slot];
            table[slot] = current;
            if (candidate < 0 || current - candidate > MAX_DISTANCE || (int) INT.get(in, candidate) != bytes4) {
                current += tries++ >>> SKIP_BITS;
                continue;
            }
            // extend the match backwards
            while (current > anchor && candidate > from && in[current - 1] == in[candidate - 1]) {
                current--;
                candidate--;
            }
            int length = matchLength(in, candidate, current, to - LAST_LITERALS);
            writeSequence(in, anchor, current, current - candidate, length);
            current += length;
            anchor = current;
            tries = 1 << SKIP_BITS;
            if (current <= end) {
                table[hash((int) INT.get(in, current - 2))] = current - 2;
            }
        }
        return anchor;
    }

    private static int hash(int bytes4) {
        return (bytes4 * -1_640_531_535) >>> (32 - TABLE_BITS);
    }

    private static int matchLength(byte[] in, int candidate, int current, int end) {
        int i = current;
        int j = candidate;
        while (i + 8 <= end) {
            long differs = (long) LONG.get(in, i) ^ (long) LONG.get(in, j);
            if (differs != 0) {
                return i - current + (Long.numberOfTrailingZeros(differs) >>> 3);
            }
            i += 8;
            j += 8;
        }
        while (i < end && in[i] == in[j]) {
            i++;
            j++;
        }
        return i - current;
    }

    /**
     * Writes literals and the match that follows them. The first byte has the number of literals in its upper
     * four bits, and the length of the match minus 4 in its lower four. The value 15 means that more length
     * bytes follow.
     */
    private void writeSequence(byte[] in, int anchor, int current, int distance, int length) {
        int more = length - MIN_MATCH;
        writeLiterals(in, anchor, current - anchor, Math.min(more, 15));
        out[at++] = (byte) distance;
        out[at++] = (byte) (distance >>> 8);
        if (more >= 15) {
            writeLength(more - 15);
        }
    }

    private void writeLiterals(byte[] in, int from, int length, int matchBits) {
        out[at++] = (byte) ((Math.min(length, 15) << 4) | matchBits);
        if (length >= 15) {
            writeLength(length - 15);
        }
        System.arraycopy(in, from, out, at, length);
        at += length;
    }

    private void writeLength(int length) {
        int left = length;
        while (left >= 255) {
            out[at++] = (byte) 255;
            left -= 255;
        }
        out[at++] = (byte) left;
    }

    /**
     * Decompresses {@code in[from, to)} to {@code out[start, end)}. Throws DamagedException unless the result
     * fills that range exactly.
     */
    static void decompress(byte[] in, int from, int to, byte[] out, int start, int end) throws DamagedException {
        try {
            if (decompressBlock(in, from, to, out, start, end) != end) {
                throw new DamagedException("a block has a wrong length");
            }
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedException("a block is not valid LZ4");
        }
    }

    private static int decompressBlock(byte[] in, int from, int to, byte[] out, int start, int end)
            throws DamagedException {
        int i = from;
        int o = start;
        while (i < to) {
            int token = in[i++] & 0xFF;
            int length = token >>> 4;
            if (length == 15) {
                int b;
                do {
                    b = in[i++] & 0xFF;
                    length += b;
                } while (b == 255);
            }
            // short literals: copying 16 bytes at once is faster, and the next bytes overwrite the excess
            if (length <= 16 && i + 16 <= to && o + 16 <= end) {
                LONG.set(out, o, (long) LONG.get(in, i));
                LONG.set(out, o + 8, (long) LONG.get(in, i + 8));
            } else {
                require(length >= 0 && length <= to - i && length <= end - o);
                System.arraycopy(in, i, out, o, length);
            }
            i += length;
            o += length;
            if (i >= to) {
                break;
            }
            int distance = (in[i] & 0xFF) | ((in[i + 1] & 0xFF) << 8);
            i += 2;
            length = (token & 15) + MIN_MATCH;
            if ((token & 15) == 15) {
                int b;
                do {
                    b = in[i++] & 0xFF;
                    length += b;
                } while (b == 255);
            }
            require(distance > 0 && distance <= o - start && length > 0 && length <= end - o);
            copyMatch(out, o, distance, length, end);
            o += length;
        }
        return o;
    }

    private static void copyMatch(byte[] out, int to, int distance, int length, int end) {
        int o = to;
        int ref = to - distance;
        int stop = to + length;
        if (distance >= 8 && stop + 8 <= end) {
            do {
                LONG.set(out, o, (long) LONG.get(out, ref));
                o += 8;
                ref += 8;
            } while (o < stop);
        } else if (distance >= length) {
            System.arraycopy(out, ref, out, o, length);
        } else {
            while (o < stop) {
                out[o++] = out[ref++];
            }
        }
    }

    private static void require(boolean condition) throws DamagedException {
        if (!condition) {
            throw new DamagedException("a block is not valid LZ4");
        }
    }
}
