package dev.plimsoll.shape.outline.text;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The earliest and the latest of dates and times in the form of ISO 8601. All values must have the same
 * form and the same offset from UTC, so that the order of their texts is the order of the times.
 */
public final class TimeRange {

    private static final int DATE_LENGTH = 10;
    private static final int MAX_LENGTH = 40;

    private @Nullable Slice earliest;
    private @Nullable Slice latest;
    private boolean isUniform = true;

    public void add(byte[] bytes, int from, int to) {
        if (!isUniform) {
            return;
        }
        int end = endOfTime(bytes, from, to);
        Slice earliestTime = earliest;
        if (end < 0) {
            isUniform = false;
        } else if (earliestTime == null) {
            earliest = new Slice(bytes, from, to);
            latest = earliest;
        } else {
            addNext(bytes, from, to, end, earliestTime);
        }
    }

    private void addNext(byte[] bytes, int from, int to, int end, Slice earliestTime) {
        if (!hasSameForm(earliestTime, bytes, from, to, end)) {
            isUniform = false;
        } else if (compare(bytes, from, end, earliestTime) < 0) {
            earliest = new Slice(bytes, from, to);
        } else if (latest != null && compare(bytes, from, end, latest) > 0) {
            latest = new Slice(bytes, from, to);
        }
    }

    /** Adds the times of another range. */
    public void merge(TimeRange other) {
        isUniform &= other.isUniform;
        Slice otherEarliest = other.earliest;
        Slice otherLatest = other.latest;
        if (otherEarliest != null && otherLatest != null) {
            add(otherEarliest.bytes(), otherEarliest.from(), otherEarliest.to());
            add(otherLatest.bytes(), otherLatest.from(), otherLatest.to());
        }
    }

    /** Returns the earliest and the latest time; null if not all values are times of one form. */
    public Slice @Nullable [] ends() {
        return isUniform && earliest != null && latest != null ? new Slice[] {earliest, latest} : null;
    }

    /** Compares two times. {@code end} is the end of the first time without its offset from UTC. */
    private static int compare(byte[] bytes, int from, int end, Slice otherTime) {
        int otherEnd = endOfTime(otherTime.bytes(), otherTime.from(), otherTime.to());
        return Arrays.compare(bytes, from, end, otherTime.bytes(), otherTime.from(), otherEnd);
    }

    /** Returns whether both are dates, or both are times with the same separator and offset. */
    private static boolean hasSameForm(Slice earliestTime, byte[] bytes, int from, int to, int end) {
        byte[] earliestBytes = earliestTime.bytes();
        int earliestEnd = endOfTime(earliestBytes, earliestTime.from(), earliestTime.to());
        boolean isDate = end == from + DATE_LENGTH;
        boolean isEarliestDate = earliestEnd == earliestTime.from() + DATE_LENGTH;
        return isDate == isEarliestDate
                && bytes[from + 4] == earliestBytes[earliestTime.from() + 4]
                && (isDate || bytes[from + DATE_LENGTH] == earliestBytes[earliestTime.from() + DATE_LENGTH])
                && Arrays.equals(bytes, end, to, earliestBytes, earliestEnd, earliestTime.to());
    }

    /** Returns the end of a date or time without its offset from UTC; -1 if the text is neither. */
    private static int endOfTime(byte[] bytes, int from, int to) {
        int length = to - from;
        boolean isLongEnough = length >= DATE_LENGTH && length <= MAX_LENGTH;
        if (!isLongEnough || !(matches(bytes, from, "dddd-dd-dd") || matches(bytes, from, "dddd/dd/dd"))) {
            return -1;
        }
        int position = from + DATE_LENGTH;
        if (position == to) {
            return position;
        }
        if ((bytes[position] != 'T' && bytes[position] != ' ')
                || to - position < 6
                || !matches(bytes, position + 1, "dd:dd")) {
            return -1;
        }
        position += 6;
        if (to - position >= 3 && matches(bytes, position, ":dd")) {
            position += 3;
            if (to - position >= 2
                    && (bytes[position] == '.' || bytes[position] == ',')
                    && isDigit(bytes[position + 1])) {
                position++;
                while (position < to && isDigit(bytes[position])) {
                    position++;
                }
            }
        }
        return isUtcOffset(bytes, position, to) ? position : -1;
    }

    private static boolean isUtcOffset(byte[] bytes, int position, int to) {
        int length = to - position;
        boolean isSigned = length > 0 && (bytes[position] == '+' || bytes[position] == '-');
        return length == 0
                || (length == 1 && bytes[position] == 'Z')
                || (isSigned && length == 6 && matches(bytes, position + 1, "dd:dd"))
                || (isSigned && length == 5 && matches(bytes, position + 1, "dddd"))
                || (length == 4
                        && bytes[position] == ' '
                        && bytes[position + 1] == 'U'
                        && bytes[position + 2] == 'T'
                        && bytes[position + 3] == 'C');
    }

    /** Returns whether the bytes match a pattern in which {@code d} is a digit. The caller checks the length. */
    private static boolean matches(byte[] bytes, int position, String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            char expected = pattern.charAt(i);
            if (expected == 'd' ? !isDigit(bytes[position + i]) : bytes[position + i] != expected) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
