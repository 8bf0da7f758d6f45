package dev.plimsoll.bench.floor;

import dev.plimsoll.json.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Minimal operations on JSON bytes, from which the floors are built. They assume valid input, and process eight bytes at a time
 * where that is faster.
 */
public final class HandwrittenJson {

    /** The bytes before the text of a text block. */
    public static final String TEXT_START = "\"text\":\"";

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** A word in which each byte is 1. */
    private static final long ONES = 0x0101_0101_0101_0101L;
    /** A word in which the highest bit of each byte is set. */
    private static final long HIGHS = ONES << 7;

    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private HandwrittenJson() {}

    /** Reads every byte and does almost nothing else: returns a sum, so that the compiler cannot remove the reads. */
    public static long sumBytes(Slice slice) {
        byte[] bytes = slice.bytes();
        long sum = 0;
        int i = slice.from();
        for (; i <= slice.to() - Long.BYTES; i += Long.BYTES) {
            sum += (long) LONGS.get(bytes, i);
        }
        for (; i < slice.to(); i++) {
            sum += bytes[i];
        }
        return sum;
    }

    /** Returns the offset after the first occurrence of an ASCII string. */
    public static int after(byte[] bytes, int from, String ascii) {
        byte[] pattern = ascii.getBytes(StandardCharsets.US_ASCII);
        for (int i = from; i <= bytes.length - pattern.length; i++) {
            if (bytes[i] == pattern[0] && Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i + pattern.length;
            }
        }
        throw new IllegalArgumentException("no " + ascii);
    }

    /** Returns the text of the string whose contents begin at {@code from}, up to its closing quote. */
    public static Slice unescape(byte[] bytes, int from) {
        byte[] out = new byte[bytes.length - from];
        int at = from;
        int size = 0;
        while (true) {
            if (at <= bytes.length - Long.BYTES && size <= out.length - Long.BYTES) {
                long word = (long) LONGS.get(bytes, at);
                long mask = equal(word, QUOTES) | equal(word, BACKSLASHES);
                LONGS.set(out, size, word);
                int plainBytes = mask == 0 ? Long.BYTES : firstMarkedByte(mask);
                at += plainBytes;
                size += plainBytes;
                if (mask == 0) {
                    continue;
                }
            }
            if (bytes[at] == '"') {
                return new Slice(out, 0, size);
            }
            if (bytes[at] != '\\') {
                out[size++] = bytes[at++];
            } else {
                out[size++] = unescapedByte(bytes[at + 1]);
                at += 2;
            }
        }
    }

    /**
     * Appends text to {@code out} as the contents of a JSON string, and returns the new size. The only control character that
     * the text may contain is {@code \n}.
     */
    public static int escape(Slice text, byte[] out, int size) {
        byte[] bytes = text.bytes();
        int to = text.to();
        int at = text.from();
        int outSize = size;
        while (at < to) {
            if (at <= to - Long.BYTES) {
                long word = (long) LONGS.get(bytes, at);
                // marks quotes, backslashes, and control characters, which are below a space
                long mask = equal(word, QUOTES) | equal(word, BACKSLASHES) | ((word - SPACES) & ~word & HIGHS);
                LONGS.set(out, outSize, word);
                int plainBytes = mask == 0 ? Long.BYTES : firstMarkedByte(mask);
                at += plainBytes;
                outSize += plainBytes;
                if (mask == 0) {
                    continue;
                }
            }
            byte c = bytes[at++];
            if (c == '"' || c == '\\' || c == '\n') {
                out[outSize++] = '\\';
                out[outSize++] = c == '\n' ? (byte) 'n' : c;
            } else {
                out[outSize++] = c;
            }
        }
        return outSize;
    }

    /**
     * Returns the start and end of each item of the JSON array whose contents begin at {@code from}. The end of the last
     * item is the offset of the closing bracket.
     */
    public static int[] index(byte[] bytes, int from) {
        int[] bounds = new int[64];
        int count = 0;
        int depth = 0;
        int i = from;
        bounds[count++] = i;
        while (true) {
            byte c = bytes[i];
            if (c == '"') {
                i = afterString(bytes, i + 1);
                continue;
            }
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                if (--depth < 0) {
                    bounds[count++] = i;
                    return Arrays.copyOf(bounds, count);
                }
            } else if (c == ',' && depth == 0) {
                if (count + 2 > bounds.length) {
                    bounds = Arrays.copyOf(bounds, 2 * bounds.length);
                }
                bounds[count++] = i;
                bounds[count++] = i + 1;
            }
            i++;
        }
    }

    /** Returns the offset after the string whose contents begin at {@code from}. */
    public static int afterString(byte[] bytes, int from) {
        int i = from;
        while (i <= bytes.length - Long.BYTES) {
            long word = (long) LONGS.get(bytes, i);
            long mask = equal(word, QUOTES) | equal(word, BACKSLASHES);
            if (mask == 0) {
                i += Long.BYTES;
                continue;
            }
            i += firstMarkedByte(mask);
            if (bytes[i] == '"') {
                return i + 1;
            }
            i += 2;
        }
        while (bytes[i] != '"') {
            i += bytes[i] == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    /** Copies JSON without the white space between its tokens, and with its escapes; returns the length of the copy. */
    public static int copyWithoutSpace(Slice json, byte[] out) {
        byte[] bytes = json.bytes();
        int size = 0;
        int copied = json.from();
        int at = copied;
        while (at < json.to()) {
            if (bytes[at] == '"') {
                at = afterString(bytes, at + 1);
            } else if (bytes[at] > ' ') {
                at++;
            } else {
                System.arraycopy(bytes, copied, out, size, at - copied);
                size += at - copied;
                while (at < json.to() && bytes[at] <= ' ') {
                    at++;
                }
                copied = at;
            }
        }
        System.arraycopy(bytes, copied, out, size, json.to() - copied);
        return size + json.to() - copied;
    }

    private static byte unescapedByte(byte letter) {
        return letter == 'n' ? (byte) '\n' : letter == 't' ? (byte) '\t' : letter == 'r' ? (byte) '\r' : letter;
    }

    /**
     * Sets the highest bit of each byte in which the two words are equal. Only the lowest such byte is certain:
     * a byte above it may be marked by mistake.
     */
    private static long equal(long word, long pattern) {
        long x = word ^ pattern;
        return (x - ONES) & ~x & HIGHS;
    }

    /** Returns the index of the lowest byte whose highest bit is set. */
    private static int firstMarkedByte(long mask) {
        return Long.numberOfTrailingZeros(mask) >>> 3;
    }
}
