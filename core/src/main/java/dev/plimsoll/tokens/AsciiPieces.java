package dev.plimsoll.tokens;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the ends of common ASCII pieces (see {@link O200kPieces}) by comparing eight bytes at a time. There
 * is no branch per letter, because a processor cannot predict where words end. All methods except {@link
 * #endOfWord} read eight bytes from their start, and these bytes must exist.
 */
final class AsciiPieces {

    /**
     * Result if the end is not found here: the piece has characters beyond ASCII, is near the end of the text, is too
     * long, or is of another kind.
     */
    static final int UNSURE = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = ONES << 7;
    private static final long LOWER_CASE_BITS = ONES * 0x20;

    /** Last ASCII character, which o200k_base treats as a symbol. */
    private static final char DELETE = 0x7F;

    private AsciiPieces() {}

    /** Finds the end of {@code [A-Z]*[a-z]*}. */
    static int endOfWord(byte[] b, int at, int to) {
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

    /**
     * Finds the end of a piece of less than eight bytes: a word, also with one character before it, or a run of
     * symbols.
     */
    static int endOfShort(byte[] b, int at) {
        byte first = b[at];
        if (first < ' ' || (first >= '0' && first <= '9')) {
            return UNSURE;
        }
        long all = (long) LONG.get(b, at);
        int prefix = ((first | 0x20) - 'a' & 0xFF) < 26 ? 0 : 1;
        long word = all >>> (Byte.SIZE * prefix);
        int capitals = run(word, 'A', 'Z');
        // if all eight bytes are capitals, the shift does nothing, and the length is too large for this method
        int letters = capitals + run(word >>> (Byte.SIZE * capitals), 'a', 'z');
        long symbols = inside(all, '!', DELETE) & ~inside(all | LOWER_CASE_BITS, 'a', 'z') & ~inside(all, '0', '9');
        int length = letters > 0 ? prefix + letters : first(~symbols & HIGHS);
        if (length == 0 || length >= Long.BYTES) {
            return UNSURE;
        }
        // a run of symbols includes line ends that follow, and a word includes its contraction
        byte next = b[at + length];
        return next >= ' ' && next != '\'' ? at + length : UNSURE;
    }

    /** Counts the digits that begin at {@code at}. A count of 8 means that more may follow. */
    static int digits(byte[] b, int at) {
        return run((long) LONG.get(b, at), '0', '9');
    }

    /** Counts how many of the first bytes of the word are from {@code low} to {@code high}. */
    private static int run(long word, char low, char high) {
        return first(~inside(word, low, high) & HIGHS);
    }

    /** Returns a mask with the high bit of each byte that is from {@code low} to {@code high}. */
    private static long inside(long word, char low, char high) {
        long ascii = word & ~HIGHS;
        return (ascii + ONES * (0x80 - low)) & ~(ascii + ONES * (0x7F - high)) & ~word & HIGHS;
    }

    private static int first(long mask) {
        return Long.numberOfTrailingZeros(mask) >>> 3;
    }
}
