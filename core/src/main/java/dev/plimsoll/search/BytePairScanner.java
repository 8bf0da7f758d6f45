package dev.plimsoll.search;

import dev.plimsoll.json.SwarBytes;
import java.util.List;

/** Finds any of a few byte pairs, testing eight offsets at a time. Upper-case ASCII letters match lower-case ones. */
public final class BytePairScanner {

    private static final long CASE_BITS = SwarBytes.ONES * 0x20;
    private static final long LETTERS_U = SwarBytes.ONES * 'u';

    // for each pair: its first byte repeated eight times, the bits that make this byte lower case if it is a letter,
    // and these two values for its second byte
    private final long[] firstBytes;
    private final long[] firstCaseBits;
    private final long[] secondBytes;
    private final long[] secondCaseBits;
    private final int count;
    private final boolean stopsAtAnyEscape;

    /**
     * Creates a scanner for these pairs, in which ASCII letters are in lower case.
     *
     * @param pairs arrays of two bytes each, or arrays of one byte each
     * @param stopsAtAnyEscape whether the scan stops at every escape, because JSON can encode a character of the pairs
     *     with a short escape such as {@code \n}; if false, it stops only at Unicode escapes
     */
    public BytePairScanner(List<byte[]> pairs, boolean stopsAtAnyEscape) {
        this.count = pairs.size();
        this.firstBytes = new long[count];
        this.firstCaseBits = new long[count];
        this.secondBytes = new long[count];
        this.secondCaseBits = new long[count];
        this.stopsAtAnyEscape = stopsAtAnyEscape;
        for (int i = 0; i < count; i++) {
            byte[] pair = pairs.get(i);
            byte secondByte = pair[pair.length - 1];
            firstBytes[i] = SwarBytes.ONES * (pair[0] & 0xFF);
            firstCaseBits[i] = isLetter(pair[0]) ? CASE_BITS : 0;
            // a single byte matches with any byte after it: both sides of the comparison have all bits
            secondBytes[i] = pair.length == 1 ? -1L : SwarBytes.ONES * (secondByte & 0xFF);
            secondCaseBits[i] = pair.length == 1 ? -1L : isLetter(secondByte) ? CASE_BITS : 0;
        }
    }

    private static boolean isLetter(byte c) {
        return c >= 'a' && c <= 'z';
    }

    /**
     * Returns the first offset in {@code [from, to)} where a pair begins; {@code to} if there is none.
     *
     * @param isJson whether to stop also at a backslash that may begin an escaped character of a pair
     */
    public int findNext(byte[] bytes, int from, int to, boolean isJson) {
        int offset = from;
        while (offset < to - Long.BYTES) {
            // byte i of word is the byte at offset + i, and byte i of next is the byte after it
            long word = SwarBytes.word(bytes, offset);
            long next = SwarBytes.word(bytes, offset + 1);
            long marks = isJson ? escapeMask(word, next) : 0;
            for (int i = 0; i < count; i++) {
                marks |= SwarBytes.equalExactly(word | firstCaseBits[i], firstBytes[i])
                        & SwarBytes.equalExactly(next | secondCaseBits[i], secondBytes[i]);
            }
            if (marks != 0) {
                return offset + SwarBytes.first(marks);
            }
            offset += Long.BYTES;
        }
        while (offset < to && !matchesAt(bytes, offset, to, isJson)) {
            offset++;
        }
        return offset;
    }

    private long escapeMask(long word, long next) {
        long backslashes = SwarBytes.equalExactly(word, SwarBytes.BACKSLASHES);
        return stopsAtAnyEscape ? backslashes : backslashes & SwarBytes.equalExactly(next, LETTERS_U);
    }

    private boolean matchesAt(byte[] bytes, int offset, int to, boolean isJson) {
        byte next = offset + 1 < to ? bytes[offset + 1] : 0;
        if (isJson && bytes[offset] == '\\' && (stopsAtAnyEscape || next == 'u')) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            boolean isSingleByte = secondCaseBits[i] == -1L;
            boolean hasFirst = (byte) (bytes[offset] | firstCaseBits[i]) == (byte) firstBytes[i];
            boolean hasSecond =
                    isSingleByte || (offset + 1 < to && (byte) (next | secondCaseBits[i]) == (byte) secondBytes[i]);
            if (hasFirst && hasSecond) {
                return true;
            }
        }
        return false;
    }
}
