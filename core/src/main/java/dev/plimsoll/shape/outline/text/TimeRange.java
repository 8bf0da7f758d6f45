package dev.plimsoll.shape.outline.text;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the earliest and the latest of dates and times in the form of ISO 8601. All values must have the same
 * form and the same offset from UTC, so that the order of their texts is the order of the times.
 */
public final class TimeRange {

    private static final int DATE_LENGTH = 10;
    private static final int MAX_LENGTH = 40;

    private @Nullable Slice first;
    private @Nullable Slice last;
    private boolean isUniform = true;

    public void add(byte[] b, int from, int to) {
        if (!isUniform) {
            return;
        }
        int end = endOfTime(b, from, to);
        Slice known = first;
        if (end < 0) {
            isUniform = false;
        } else if (known == null) {
            first = new Slice(b, from, to);
            last = first;
        } else {
            addNext(b, from, to, end, known);
        }
    }

    private void addNext(byte[] b, int from, int to, int end, Slice known) {
        if (!hasSameForm(known, b, from, to, end)) {
            isUniform = false;
        } else if (compare(b, from, end, known) < 0) {
            first = new Slice(b, from, to);
        } else if (last != null && compare(b, from, end, last) > 0) {
            last = new Slice(b, from, to);
        }
    }

    /** Adds the times of another range. */
    public void merge(TimeRange other) {
        isUniform &= other.isUniform;
        Slice from = other.first;
        Slice to = other.last;
        if (from != null && to != null) {
            add(from.bytes(), from.from(), from.to());
            add(to.bytes(), to.from(), to.to());
        }
    }

    /** Returns the first and the last time; null if not all values are times of one form. */
    public Slice @Nullable [] ends() {
        return isUniform && first != null && last != null ? new Slice[] {first, last} : null;
    }

    /** Compares a time with a known time. {@code end} is where its offset from UTC begins. */
    private static int compare(byte[] b, int from, int end, Slice known) {
        int knownEnd = endOfTime(known.bytes(), known.from(), known.to());
        return Arrays.compare(b, from, end, known.bytes(), known.from(), knownEnd);
    }

    /** Returns whether both are dates, or both are times with the same separator and offset. */
    private static boolean hasSameForm(Slice known, byte[] b, int from, int to, int end) {
        byte[] other = known.bytes();
        int otherEnd = endOfTime(other, known.from(), known.to());
        boolean isDate = end == from + DATE_LENGTH;
        boolean isOtherDate = otherEnd == known.from() + DATE_LENGTH;
        return isDate == isOtherDate
                && b[from + 4] == other[known.from() + 4]
                && (isDate || b[from + DATE_LENGTH] == other[known.from() + DATE_LENGTH])
                && Arrays.equals(b, end, to, other, otherEnd, known.to());
    }

    /** Returns the end of a date or time before its offset; -1 if the text is neither. */
    private static int endOfTime(byte[] b, int from, int to) {
        int length = to - from;
        boolean isLongEnough = length >= DATE_LENGTH && length <= MAX_LENGTH;
        if (!isLongEnough || !(matches(b, from, "dddd-dd-dd") || matches(b, from, "dddd/dd/dd"))) {
            return -1;
        }
        int at = from + DATE_LENGTH;
        if (at == to) {
            return at;
        }
        if ((b[at] != 'T' && b[at] != ' ') || to - at < 6 || !matches(b, at + 1, "dd:dd")) {
            return -1;
        }
        at += 6;
        if (to - at >= 3 && matches(b, at, ":dd")) {
            at += 3;
            if (to - at >= 2 && (b[at] == '.' || b[at] == ',') && isDigit(b[at + 1])) {
                at++;
                while (at < to && isDigit(b[at])) {
                    at++;
                }
            }
        }
        return isOffset(b, at, to) ? at : -1;
    }

    private static boolean isOffset(byte[] b, int at, int to) {
        int length = to - at;
        boolean isSigned = length > 0 && (b[at] == '+' || b[at] == '-');
        return length == 0
                || (length == 1 && b[at] == 'Z')
                || (isSigned && length == 6 && matches(b, at + 1, "dd:dd"))
                || (isSigned && length == 5 && matches(b, at + 1, "dddd"))
                || (length == 4 && b[at] == ' ' && b[at + 1] == 'U' && b[at + 2] == 'T' && b[at + 3] == 'C');
    }

    /** Returns whether the bytes match a pattern in which {@code d} is a digit. The caller checks the length. */
    private static boolean matches(byte[] b, int at, String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == 'd' ? !isDigit(b[at + i]) : b[at + i] != c) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
