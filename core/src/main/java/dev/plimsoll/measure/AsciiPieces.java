package dev.plimsoll.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the pieces that most texts are made of eight bytes at a time: a processor cannot guess where words end, so there is no
 * branch for a letter. All but {@link #endOfWord} read eight bytes from where they begin, which have to be there.
 */
final class AsciiPieces {

    /** The piece goes on beyond ASCII or near the end of the text, is too long, or is of another kind. */
    static final int UNSURE = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = ONES << 7;
    private static final long SMALL = ONES * 0x20;

    /** A symbol like others, the last one of ASCII. */
    private static final char DELETE = 0x7F;

    private AsciiPieces() {}

    /** The end of {@code [A-Z]*[a-z]*}. */
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

    /** The end of a word with the one character before it, or of symbols alone, where these are less than eight bytes. */
    static int endOfShort(byte[] b, int at) {
        byte first = b[at];
        if (first < ' ' || (first >= '0' && first <= '9')) {
            return UNSURE;
        }
        long all = (long) LONG.get(b, at);
        int prefix = ((first | 0x20) - 'a' & 0xFF) < 26 ? 0 : 1;
        long word = all >>> (Byte.SIZE * prefix);
        int capitals = run(word, 'A', 'Z');
        // where all eight are capitals, the shift is none at all, and what follows is too long
        int letters = capitals + run(word >>> (Byte.SIZE * capitals), 'a', 'z');
        long symbols = inside(all, '!', DELETE) & ~inside(all | SMALL, 'a', 'z') & ~inside(all, '0', '9');
        int length = letters > 0 ? prefix + letters : first(~symbols & HIGHS);
        if (length == 0 || length >= Long.BYTES) {
            return UNSURE;
        }
        // symbols take ends of lines with them, and a word its contraction
        byte next = b[at + length];
        return next >= ' ' && next != '\'' ? at + length : UNSURE;
    }

    /** How many digits there are; 8 may be more of them. */
    static int digits(byte[] b, int at) {
        return run((long) LONG.get(b, at), '0', '9');
    }

    /** How many bytes from {@code low} to {@code high} the word begins with. */
    private static int run(long word, char low, char high) {
        return first(~inside(word, low, high) & HIGHS);
    }

    /** The high bit of each byte from {@code low} to {@code high}. */
    private static long inside(long word, char low, char high) {
        long ascii = word & ~HIGHS;
        return (ascii + ONES * (0x80 - low)) & ~(ascii + ONES * (0x7F - high)) & ~word & HIGHS;
    }

    private static int first(long mask) {
        return Long.numberOfTrailingZeros(mask) >>> 3;
    }
}
