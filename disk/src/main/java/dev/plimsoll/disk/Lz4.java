package dev.plimsoll.disk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Compresses and decompresses the LZ4 block format in plain Java. A native library would have to be unpacked and loaded, which takes longer than all reads of a short-lived process. Compressed data alternates
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
    private int position;

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
        position = start;
        int anchor = to - from > MATCH_END_MARGIN ? writeMatches(in, from, to) : from;
        writeLiterals(in, anchor, to - anchor, 0);
        out = new byte[0];
        return position;
    }

    /**
     * Writes all matches with the literals before them. Returns the offset of the literals after the last match, which
     * are not written yet.
     */
    private int writeMatches(byte[] in, int from, int to) {
        Arrays.fill(table, -1);
        int anchor = from;
        int current = from;
        int attempts = 1 << SKIP_BITS;
        int end = to - MATCH_END_MARGIN;
        while (current <= end) {
            int fourBytes = (int) INT.get(in, current);
            int slot = hash(fourBytes);
            int candidate = table[slot];
            table[slot] = current;
            if (candidate < 0 || current - candidate > MAX_DISTANCE || (int) INT.get(in, candidate) != fourBytes) {
                current += attempts++ >>> SKIP_BITS;
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
            attempts = 1 << SKIP_BITS;
            if (current <= end) {
                table[hash((int) INT.get(in, current - 2))] = current - 2;
            }
        }
        return anchor;
    }

    private static int hash(int fourBytes) {
        return (fourBytes * -1_640_531_535) >>> (32 - TABLE_BITS);
    }

    private static int matchLength(byte[] in, int candidate, int current, int end) {
        int inOffset = current;
        int candidateOffset = candidate;
        while (inOffset + 8 <= end) {
            long difference = (long) LONG.get(in, inOffset) ^ (long) LONG.get(in, candidateOffset);
            if (difference != 0) {
                return inOffset - current + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            inOffset += 8;
            candidateOffset += 8;
        }
        while (inOffset < end && in[inOffset] == in[candidateOffset]) {
            inOffset++;
            candidateOffset++;
        }
        return inOffset - current;
    }

    /**
     * Writes literals and the match that follows them. The first byte has the number of literals in its upper
     * four bits, and the length of the match minus 4 in its lower four. The value 15 means that more length
     * bytes follow.
     */
    private void writeSequence(byte[] in, int anchor, int current, int distance, int length) {
        int extraLength = length - MIN_MATCH;
        writeLiterals(in, anchor, current - anchor, Math.min(extraLength, 15));
        out[position++] = (byte) distance;
        out[position++] = (byte) (distance >>> 8);
        if (extraLength >= 15) {
            writeLength(extraLength - 15);
        }
    }

    private void writeLiterals(byte[] in, int from, int length, int matchBits) {
        out[position++] = (byte) ((Math.min(length, 15) << 4) | matchBits);
        if (length >= 15) {
            writeLength(length - 15);
        }
        System.arraycopy(in, from, out, position, length);
        position += length;
    }

    private void writeLength(int length) {
        int remaining = length;
        while (remaining >= 255) {
            out[position++] = (byte) 255;
            remaining -= 255;
        }
        out[position++] = (byte) remaining;
    }

    /**
     * Decompresses {@code in[from, to)} to {@code out[start, end)}. Throws {@link DamagedException} unless the result
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
        int inOffset = from;
        int outOffset = start;
        while (inOffset < to) {
            int token = in[inOffset++] & 0xFF;
            int length = token >>> 4;
            if (length == 15) {
                int lengthByte;
                do {
                    lengthByte = in[inOffset++] & 0xFF;
                    length += lengthByte;
                } while (lengthByte == 255);
            }
            // short literals: copying 16 bytes at once is faster, and the next bytes overwrite the excess
            if (length <= 16 && inOffset + 16 <= to && outOffset + 16 <= end) {
                LONG.set(out, outOffset, (long) LONG.get(in, inOffset));
                LONG.set(out, outOffset + 8, (long) LONG.get(in, inOffset + 8));
            } else {
                requireValid(length >= 0 && length <= to - inOffset && length <= end - outOffset);
                System.arraycopy(in, inOffset, out, outOffset, length);
            }
            inOffset += length;
            outOffset += length;
            if (inOffset >= to) {
                break;
            }
            int distance = (in[inOffset] & 0xFF) | ((in[inOffset + 1] & 0xFF) << 8);
            inOffset += 2;
            length = (token & 15) + MIN_MATCH;
            if ((token & 15) == 15) {
                int lengthByte;
                do {
                    lengthByte = in[inOffset++] & 0xFF;
                    length += lengthByte;
                } while (lengthByte == 255);
            }
            requireValid(distance > 0 && distance <= outOffset - start && length > 0 && length <= end - outOffset);
            copyMatch(out, outOffset, distance, length, end);
            outOffset += length;
        }
        return outOffset;
    }

    private static void copyMatch(byte[] out, int to, int distance, int length, int end) {
        int outOffset = to;
        int matchOffset = to - distance;
        int outEnd = to + length;
        if (distance >= 8 && outEnd + 8 <= end) {
            do {
                LONG.set(out, outOffset, (long) LONG.get(out, matchOffset));
                outOffset += 8;
                matchOffset += 8;
            } while (outOffset < outEnd);
        } else if (distance >= length) {
            System.arraycopy(out, matchOffset, out, outOffset, length);
        } else {
            while (outOffset < outEnd) {
                out[outOffset++] = out[matchOffset++];
            }
        }
    }

    private static void requireValid(boolean condition) throws DamagedException {
        if (!condition) {
            throw new DamagedException("a block is not valid LZ4");
        }
    }
}
