package dev.plimsoll.tokens;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Scanner for the ends of common ASCII pieces (see {@link O200kPieces}) that compares eight bytes at a time. It has
 * no branch per letter, because a processor cannot predict where words end. All methods except {@link
 * #endOfWord} read eight bytes from their start, and these bytes must exist.
 */
final class AsciiPieces {

    /**
     * Result if the end is not found here: the piece has characters beyond ASCII, is near the end of the text, is too
     * long, or is of another kind.
     */
    static final int UNKNOWN = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONE_IN_EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = ONE_IN_EACH_BYTE << 7;
    private static final long LOWER_CASE_BITS = ONE_IN_EACH_BYTE * 0x20;

    /** Last ASCII character, which o200k_base treats as a symbol. */
    private static final char DELETE = 0x7F;

    private AsciiPieces() {}

    /** Finds the end of {@code [A-Z]*[a-z]*}. */
    static int endOfWord(byte[] bytes, int start, int to) {
        if (start > to - Long.BYTES) {
            return UNKNOWN;
        }
        int capitalCount = countLeading((long) LONG.get(bytes, start), 'A', 'Z');
        if (capitalCount == Long.BYTES) {
            return UNKNOWN;
        }
        int i = start + capitalCount;
        while (i <= to - Long.BYTES) {
            int lowerCaseCount = countLeading((long) LONG.get(bytes, i), 'a', 'z');
            i += lowerCaseCount;
            if (lowerCaseCount < Long.BYTES) {
                return bytes[i] >= 0 ? i : UNKNOWN;
            }
        }
        return UNKNOWN;
    }

    /**
     * Finds the end of a piece of less than eight bytes: a word, a word after one space or symbol, or a run of
     * symbols.
     */
    static int endOfShortPiece(byte[] bytes, int start) {
        byte firstByte = bytes[start];
        if (firstByte < ' ' || (firstByte >= '0' && firstByte <= '9')) {
            return UNKNOWN;
        }
        long eightBytes = (long) LONG.get(bytes, start);
        int prefixLength = ((firstByte | 0x20) - 'a' & 0xFF) < 26 ? 0 : 1;
        long word = eightBytes >>> (Byte.SIZE * prefixLength);
        int capitalCount = countLeading(word, 'A', 'Z');
        // if all eight bytes are capitals, the shift does nothing, and the length is too large for this method
        int letterCount = capitalCount + countLeading(word >>> (Byte.SIZE * capitalCount), 'a', 'z');
        long symbolMask = maskOfRange(eightBytes, '!', DELETE)
                & ~maskOfRange(eightBytes | LOWER_CASE_BITS, 'a', 'z')
                & ~maskOfRange(eightBytes, '0', '9');
        int length = letterCount > 0 ? prefixLength + letterCount : indexOfFirst(~symbolMask & HIGH_BITS);
        if (length == 0 || length >= Long.BYTES) {
            return UNKNOWN;
        }
        // a run of symbols includes line ends that follow, and a word includes its contraction
        byte next = bytes[start + length];
        return next >= ' ' && next != '\'' ? start + length : UNKNOWN;
    }

    /** Counts the digits that begin at {@code start}. A count of 8 means that more may follow. */
    static int countDigits(byte[] bytes, int start) {
        return countLeading((long) LONG.get(bytes, start), '0', '9');
    }

    /** Counts how many of the first bytes of the word are from {@code low} to {@code high}. */
    private static int countLeading(long word, char low, char high) {
        return indexOfFirst(~maskOfRange(word, low, high) & HIGH_BITS);
    }

    /** Returns a mask with the high bit of each byte that is from {@code low} to {@code high}. */
    private static long maskOfRange(long word, char low, char high) {
        long ascii = word & ~HIGH_BITS;
        return (ascii + ONE_IN_EACH_BYTE * (0x80 - low))
                & ~(ascii + ONE_IN_EACH_BYTE * (0x7F - high))
                & ~word
                & HIGH_BITS;
    }

    /** Returns the index of the first byte whose high bit is set; 8 if there is none. */
    private static int indexOfFirst(long mask) {
        return Long.numberOfTrailingZeros(mask) >>> 3;
    }
}
