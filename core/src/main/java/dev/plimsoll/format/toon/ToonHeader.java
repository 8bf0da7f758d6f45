package dev.plimsoll.format.toon;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Header of an array: {@code [2]:}, {@code [2|]{id|name}:}, or, from older encoders, {@code [#2]:}.
 *
 * @param count the number of items
 * @param delimiter the byte that separates cells
 * @param fields the names of the columns of a table, as JSON strings; null if the array is not a table
 * @param countEnd the offset after the number
 * @param end the offset after the colon
 */
record ToonHeader(int count, byte delimiter, @Nullable List<Slice> fields, int countEnd, int end) {

    private static final int MAX_DIGITS = 9;
    private static final long BRACKETS = SwarBytes.ONES * '[';

    /** Returns whether a text has a bracket with a number, without which it has no header. */
    static boolean canOccur(Slice text) {
        byte[] bytes = text.bytes();
        int last = text.to() - 1;
        int offset = text.from();
        while (offset < last) {
            boolean hasNoBracket =
                    offset <= text.to() - Long.BYTES && SwarBytes.equal(SwarBytes.word(bytes, offset), BRACKETS) == 0;
            if (hasNoBracket) {
                offset += Long.BYTES;
                continue;
            }
            boolean isHeaderStart = bytes[offset] == '['
                    && (bytes[offset + 1] == '#' || (bytes[offset + 1] >= '0' && bytes[offset + 1] <= '9'));
            if (isHeaderStart) {
                return true;
            }
            offset++;
        }
        return false;
    }

    /** Parses the header whose opening bracket is at an offset; null if there is none. */
    static @Nullable ToonHeader parse(byte[] bytes, int openBracket, int to) {
        int digitsStart = openBracket + 1 < to && bytes[openBracket + 1] == '#' ? openBracket + 2 : openBracket + 1;
        int offset = digitsStart;
        int count = 0;
        while (offset < to && bytes[offset] >= '0' && bytes[offset] <= '9' && offset - digitsStart < MAX_DIGITS) {
            count = 10 * count + bytes[offset++] - '0';
        }
        int countEnd = offset;
        byte delimiter = ',';
        if (offset > digitsStart && offset < to && (bytes[offset] == '\t' || bytes[offset] == '|')) {
            delimiter = bytes[offset++];
        }
        if (offset == digitsStart || offset >= to || bytes[offset] != ']') {
            return null;
        }
        offset++;
        List<Slice> fields = null;
        if (offset < to && bytes[offset] == '{') {
            fields = new ArrayList<>();
            offset = parseFields(bytes, offset + 1, to, delimiter, fields);
        }
        boolean hasColon =
                offset > 0 && offset < to && bytes[offset] == ':' && (offset + 1 == to || bytes[offset + 1] == ' ');
        return hasColon ? new ToonHeader(count, delimiter, fields, countEnd, offset + 1) : null;
    }

    /** Adds the names of columns; returns the offset after the brace, or a negative one if they are malformed. */
    private static int parseFields(byte[] bytes, int from, int to, byte delimiter, List<Slice> fields) {
        int offset = from;
        while (offset < to) {
            int end = ToonKey.endOfName(bytes, offset, to);
            if (end <= offset || end >= to || (bytes[end] != delimiter && bytes[end] != '}')) {
                return -1;
            }
            fields.add(ToonKey.toJsonString(bytes, offset, end));
            if (bytes[end] == '}') {
                return end + 1;
            }
            offset = end + 1;
        }
        return -1;
    }
}
