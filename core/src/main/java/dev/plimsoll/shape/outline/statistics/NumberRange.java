package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Finds the exact minimum and maximum of numbers, with a fast path for numbers of up to 17 digits. */
public final class NumberRange {

    private static final int MAX_LENGTH = 40;

    /** Maximum characters of a number (sign, digits, point) for which its digits always fit a long. */
    private static final int MAX_SHORT_LENGTH = 18;

    /**
     * Minimum and maximum of the short numbers without their point; the index is the number of digits after the point.
     */
    private final long[] @Nullable [] shortRanges = new long[MAX_SHORT_LENGTH][];

    private @Nullable BigDecimal min;
    private @Nullable BigDecimal max;
    private boolean readable = true;

    void add(byte[] b, int from, int to) {
        if (!readable || (to - from <= MAX_SHORT_LENGTH && isShort(b, from, to))) {
            return;
        }
        Slice number = new Slice(b, from, to);
        // numbers with exponents can have any size, and have no readable range
        readable = number.length() <= MAX_LENGTH && !hasExponent(number);
        if (readable) {
            add(new BigDecimal(number.utf8()));
        }
    }

    /** Adds the numbers of another range. */
    void merge(NumberRange other) {
        readable &= other.readable;
        if (other.min != null && other.max != null) {
            add(other.min);
            add(other.max);
        }
        for (int scale = 0; scale < MAX_SHORT_LENGTH; scale++) {
            long[] ends = other.shortRanges[scale];
            if (ends != null) {
                add(ends[0], scale);
                add(ends[1], scale);
            }
        }
    }

    private void add(BigDecimal number) {
        min = min == null || number.compareTo(min) < 0 ? number : min;
        max = max == null || number.compareTo(max) > 0 ? number : max;
    }

    /** Returns whether a number has only digits, a sign, and a point; if so, adds it. */
    private boolean isShort(byte[] b, int from, int to) {
        boolean negative = b[from] == '-';
        int point = -1;
        long value = 0;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            int digit = b[i] - '0';
            if (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
            } else if (b[i] == '.') {
                point = i;
            } else {
                return false;
            }
        }
        add(negative ? -value : value, point < 0 ? 0 : to - point - 1);
        return true;
    }

    private void add(long value, int scale) {
        long[] known = shortRanges[scale];
        if (known == null) {
            shortRanges[scale] = new long[] {value, value};
        } else {
            known[0] = Math.min(known[0], value);
            known[1] = Math.max(known[1], value);
        }
    }

    private static boolean hasExponent(Slice number) {
        for (int i = 0; i < number.length(); i++) {
            if ((number.at(i) | 0x20) == 'e') {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns one end of the range.
     *
     * @param sign 1 for the maximum, -1 for the minimum
     */
    private @Nullable BigDecimal end(@Nullable BigDecimal found, int sign) {
        BigDecimal end = found;
        for (int scale = 0; scale < MAX_SHORT_LENGTH; scale++) {
            long[] known = shortRanges[scale];
            if (known != null) {
                BigDecimal otherEnd = BigDecimal.valueOf(sign > 0 ? known[1] : known[0], scale);
                end = end == null || otherEnd.compareTo(end) * sign > 0 ? otherEnd : end;
            }
        }
        return end;
    }

    /** Returns the minimum and the maximum; null if there is no number, or one has no readable size. */
    public BigDecimal @Nullable [] ends() {
        BigDecimal from = end(min, -1);
        BigDecimal to = end(max, 1);
        return !readable || from == null || to == null ? null : new BigDecimal[] {from, to};
    }
}
