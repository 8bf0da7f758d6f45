package dev.plimsoll.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Functions on eight bytes at a time in a {@code long} (SWAR: SIMD within a register). A mask has the high
 * bit of each matching byte. Unless a method is documented as exact, only the lowest match is certain, which
 * is enough for a search.
 */
public final class SwarBytes {

    /** The number 1 in each byte. Multiplied by a byte, it is that byte eight times. */
    public static final long ONES = 0x0101_0101_0101_0101L;

    /** The high bit of each byte. */
    static final long HIGHS = ONES << 7;

    /** The seven low bits of each byte. */
    static final long LOWS = ~HIGHS;

    static final long QUOTES = ONES * '"';
    public static final long BACKSLASHES = ONES * '\\';
    static final long LETTERS_N = ONES * 'n';
    static final long SPACES = ONES * ' ';
    public static final long NEWLINES = ONES * '\n';
    static final long RETURNS = ONES * '\r';

    private static final long ODD_BYTES = 0x0100_0100_0100_0100L;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private SwarBytes() {}

    /** Returns the eight bytes from an offset on; the first is the lowest byte. */
    public static long word(byte[] bytes, int offset) {
        return (long) LONGS.get(bytes, offset);
    }

    static void put(byte[] bytes, int offset, long word) {
        LONGS.set(bytes, offset, word);
    }

    /** Returns a mask of the bytes that equal the byte of the pattern at the same place. */
    public static long equal(long word, long pattern) {
        long difference = word ^ pattern;
        return (difference - ONES) & ~difference & HIGHS;
    }

    /** Returns the exact mask of the bytes that equal the byte of the pattern at the same place. */
    public static long equalExactly(long word, long pattern) {
        long difference = word ^ pattern;
        return ~(((difference & LOWS) + LOWS) | difference) & HIGHS;
    }

    /**
     * Returns the high bit of each byte that differs from the pattern. Only the bits before the first byte beyond ASCII
     * have a meaning. Cheaper than the exact masks.
     */
    static long differing(long word, long pattern) {
        return (word ^ pattern) + LOWS;
    }

    /**
     * Returns a mask of bytes that are special or invalid in a string: quotes, backslashes, controls, and bytes beyond
     * ASCII.
     */
    static long special(long word) {
        return (((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | (word - SPACES) | word) & HIGHS;
    }

    /**
     * Returns the backslashes that escape the byte after them. {@code backslashes} is an exact mask without a backslash
     * that is itself escaped by the word before.
     */
    static long escaping(long backslashes) {
        if ((backslashes & (backslashes << Byte.SIZE)) == 0) {
            return backslashes;
        }
        // the first, third, and fifth backslash of a run escape: subtraction carries through a run, and the parity
        // shows where it began
        // (Langdale and Lemire, Parsing Gigabytes of JSON per Second)
        long ones = backslashes >>> (Byte.SIZE - 1);
        long oddRuns = (((ones << Byte.SIZE) | ODD_BYTES) - ones) ^ ODD_BYTES;
        return (oddRuns & ones) << (Byte.SIZE - 1);
    }

    /** Moves the mark of the last byte to the first byte of the next word. */
    static long lastAsFirst(long mask) {
        return (mask >>> (Long.SIZE - Byte.SIZE)) & 0x80;
    }

    /** Returns a mask of the control characters. */
    static long controls(long word) {
        return (word - SPACES) & ~word & HIGHS;
    }

    /**
     * Returns an offset before which there are no control characters. It is at a control character, or up to 31 bytes before
     * one or before {@code end}.
     */
    public static int skipWithoutControls(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i <= end - 4 * Long.BYTES) {
            // four words at once, because a branch for each word takes most of the time
            long first = controls(word(bytes, i)) | controls(word(bytes, i + Long.BYTES));
            long second = controls(word(bytes, i + 2 * Long.BYTES)) | controls(word(bytes, i + 3 * Long.BYTES));
            if ((first | second) != 0) {
                return i;
            }
            i += 4 * Long.BYTES;
        }
        return i;
    }

    /** Returns the number of bytes before the lowest match of a mask that is not zero. */
    public static int first(long mask) {
        return Long.numberOfTrailingZeros(mask) >>> 3;
    }
}
