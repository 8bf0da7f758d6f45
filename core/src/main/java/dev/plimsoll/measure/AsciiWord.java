package dev.plimsoll.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the end of {@code [A-Z]*[a-z]*} eight bytes at a time: a processor cannot guess where words end, so there is
 * no branch for a letter.
 */
final class AsciiWord {

    /** The word goes on beyond ASCII or near the end of the text, or begins with many capitals. */
    static final int UNSURE = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = ONES << 7;

    private AsciiWord() {}

    static int end(byte[] b, int at, int to) {
        if (at > to - Long.BYTES) {
            return UNSURE;
        }
        int capitals = run((long) LONG.get(b, at), 'A', 'Z');
        if (capitals == Long.BYTES) {
            return UNSURE;
        }
        int i = at + capitals;
        while (i <= to - Long.BYTES) {
            int small = run((long) LONG.get(b, i), 'a', 'z');
            i += small;
            if (small < Long.BYTES) {
                return b[i] >= 0 ? i : UNSURE;
            }
        }
        return UNSURE;
    }

    /** How many bytes from {@code first} to {@code last} the word begins with. */
    private static int run(long word, char first, char last) {
        long low = word & ~HIGHS;
        long inside = (low + ONES * (0x80 - first)) & ~(low + ONES * (0x7F - last)) & ~word;
        return Long.numberOfTrailingZeros(~inside & HIGHS) >>> 3;
    }
}
