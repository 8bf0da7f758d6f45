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
 * @param delimiter what separates cells
 * @param fields the names of the columns of a table, as JSON strings; null if the array is no table
 * @param countEnd the offset after the number
 * @param end the offset after the colon
 */
record ToonHeader(int count, byte delimiter, @Nullable List<Slice> fields, int countEnd, int end) {

    private static final int MAX_DIGITS = 9;
    private static final long BRACKETS = SwarBytes.ONES * '[';

    /** Returns whether a text has a bracket with a number: without one, it has no header. */
    static boolean mayOccur(Slice text) {
        byte[] b = text.bytes();
        int last = text.to() - 1;
        int i = text.from();
        while (i < last) {
            boolean hasNone = i <= text.to() - Long.BYTES && SwarBytes.equal(SwarBytes.word(b, i), BRACKETS) == 0;
            if (hasNone) {
                i += Long.BYTES;
                continue;
            }
            boolean mayOccur = b[i] == '[' && (b[i + 1] == '#' || (b[i + 1] >= '0' && b[i + 1] <= '9'));
            if (mayOccur) {
                return true;
            }
            i++;
        }
        return false;
    }

    /** Parses the header whose opening bracket is at an offset; null if there is none. */
    static @Nullable ToonHeader parse(byte[] b, int open, int to) {
        int from = open + 1 < to && b[open + 1] == '#' ? open + 2 : open + 1;
        int at = from;
        int count = 0;
        while (at < to && b[at] >= '0' && b[at] <= '9' && at - from < MAX_DIGITS) {
            count = 10 * count + b[at++] - '0';
        }
        int countEnd = at;
        byte delimiter = ',';
        if (at > from && at < to && (b[at] == '\t' || b[at] == '|')) {
            delimiter = b[at++];
        }
        if (at == from || at >= to || b[at] != ']') {
            return null;
        }
        at++;
        List<Slice> fields = null;
        if (at < to && b[at] == '{') {
            fields = new ArrayList<>();
            at = fields(b, at + 1, to, delimiter, fields);
        }
        boolean isEnded = at > 0 && at < to && b[at] == ':' && (at + 1 == to || b[at + 1] == ' ');
        return isEnded ? new ToonHeader(count, delimiter, fields, countEnd, at + 1) : null;
    }

    /** Adds the names of columns; returns the offset after the brace, or a negative one if they are malformed. */
    private static int fields(byte[] b, int from, int to, byte delimiter, List<Slice> fields) {
        int at = from;
        while (at < to) {
            int end = ToonKey.endOfName(b, at, to);
            if (end <= at || end >= to || (b[end] != delimiter && b[end] != '}')) {
                return -1;
            }
            fields.add(ToonKey.json(b, at, end));
            if (b[end] == '}') {
                return end + 1;
            }
            at = end + 1;
        }
        return -1;
    }
}
