package dev.plimsoll.search;

import dev.plimsoll.json.SwarBytes;
import java.util.List;

/** Finds any of a few byte pairs, testing eight offsets at a time. Upper-case ASCII letters match lower-case ones. */
public final class BytePairScanner {

    private static final long CASE_BITS = SwarBytes.ONES * 0x20;
    private static final long LETTERS_U = SwarBytes.ONES * 'u';

    // for each pair: its first byte repeated eight times, the bits that make a letter lower case, and both for its
    // second byte
    private final long[] first;
    private final long[] firstCase;
    private final long[] second;
    private final long[] secondCase;
    private final int count;
    private final boolean stopsAtAnyEscape;

    /**
     * Creates a scanner for these pairs, in which ASCII letters are in lower case.
     *
     * @param pairs arrays of two bytes each, or arrays of one byte each
     * @param stopsAtAnyEscape whether JSON can encode a character of the pairs with a short escape, such as {@code \n}; otherwise
     *     only with a Unicode escape
     */
    public BytePairScanner(List<byte[]> pairs, boolean stopsAtAnyEscape) {
        this.count = pairs.size();
        this.first = new long[count];
        this.firstCase = new long[count];
        this.second = new long[count];
        this.secondCase = new long[count];
        this.stopsAtAnyEscape = stopsAtAnyEscape;
        for (int i = 0; i < count; i++) {
            byte[] pair = pairs.get(i);
            byte secondByte = pair[pair.length - 1];
            first[i] = SwarBytes.ONES * (pair[0] & 0xFF);
            firstCase[i] = isLetter(pair[0]) ? CASE_BITS : 0;
            // a single byte matches with any byte after it: both sides of the comparison have all bits
            second[i] = pair.length == 1 ? -1L : SwarBytes.ONES * (secondByte & 0xFF);
            secondCase[i] = pair.length == 1 ? -1L : isLetter(secondByte) ? CASE_BITS : 0;
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
    public int next(byte[] bytes, int from, int to, boolean isJson) {
        int at = from;
        while (at < to - Long.BYTES) {
            // byte i of word is at offset at + i, and byte i of next is the byte after it
            long word = SwarBytes.word(bytes, at);
            long next = SwarBytes.word(bytes, at + 1);
            long marks = isJson ? escapeMask(word, next) : 0;
            for (int i = 0; i < count; i++) {
                marks |= SwarBytes.equalExactly(word | firstCase[i], first[i])
                        & SwarBytes.equalExactly(next | secondCase[i], second[i]);
            }
            if (marks != 0) {
                return at + SwarBytes.first(marks);
            }
            at += Long.BYTES;
        }
        while (at < to && !matchesAt(bytes, at, to, isJson)) {
            at++;
        }
        return at;
    }

    private long escapeMask(long word, long next) {
        long backslashes = SwarBytes.equalExactly(word, SwarBytes.BACKSLASHES);
        return stopsAtAnyEscape ? backslashes : backslashes & SwarBytes.equalExactly(next, LETTERS_U);
    }

    private boolean matchesAt(byte[] bytes, int at, int to, boolean isJson) {
        byte next = at + 1 < to ? bytes[at + 1] : 0;
        if (isJson && bytes[at] == '\\' && (stopsAtAnyEscape || next == 'u')) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            boolean isSingleByte = secondCase[i] == -1L;
            boolean hasFirst = (byte) (bytes[at] | firstCase[i]) == (byte) first[i];
            boolean hasSecond = isSingleByte || (at + 1 < to && (byte) (next | secondCase[i]) == (byte) second[i]);
            if (hasFirst && hasSecond) {
                return true;
            }
        }
        return false;
    }
}
