package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Finds the exact minimum and maximum of numbers, with a fast path for short numbers. */
public final class NumberRange {

    private static final int MAX_LENGTH = 40;

    /** Maximum characters of a number (sign, digits, point) for which its digits always fit a long. */
    private static final int MAX_SHORT_LENGTH = 18;

    /**
     * Minimum and maximum of all short numbers, with the point removed. The index is the number of digits after the
     * point: 1.25 is 125 at index 2.
     */
    private final long[] @Nullable [] shortRanges = new long[MAX_SHORT_LENGTH][];

    /** Minimum of the numbers that are not in {@link #shortRanges}. */
    private @Nullable BigDecimal min;

    /** Maximum of the numbers that are not in {@link #shortRanges}. */
    private @Nullable BigDecimal max;

    private boolean isReadable = true;

    void add(byte[] bytes, int from, int to) {
        if (!isReadable || (to - from <= MAX_SHORT_LENGTH && addIfPlain(bytes, from, to))) {
            return;
        }
        Slice number = new Slice(bytes, from, to);
        // numbers with exponents can have any size, and have no readable range
        isReadable = number.length() <= MAX_LENGTH && !hasExponent(number);
        if (isReadable) {
            add(new BigDecimal(number.utf8()));
        }
    }

    /** Adds the numbers of another range. */
    void merge(NumberRange other) {
        isReadable &= other.isReadable;
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

    /**
     * Adds a number that has only digits, a sign, and a point. Returns false, and adds nothing, if it has other
     * characters.
     */
    private boolean addIfPlain(byte[] bytes, int from, int to) {
        boolean isNegative = bytes[from] == '-';
        int point = -1;
        long value = 0;
        for (int i = isNegative ? from + 1 : from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
            } else if (bytes[i] == '.') {
                point = i;
            } else {
                return false;
            }
        }
        add(isNegative ? -value : value, point < 0 ? 0 : to - point - 1);
        return true;
    }

    private void add(long value, int scale) {
        long[] range = shortRanges[scale];
        if (range == null) {
            shortRanges[scale] = new long[] {value, value};
        } else {
            range[0] = Math.min(range[0], value);
            range[1] = Math.max(range[1], value);
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
     * Returns one end of the range of all numbers.
     *
     * @param endOfOthers this end of the range of the numbers that are not in {@link #shortRanges}
     * @param sign 1 for the maximum, -1 for the minimum
     */
    private @Nullable BigDecimal end(@Nullable BigDecimal endOfOthers, int sign) {
        BigDecimal end = endOfOthers;
        for (int scale = 0; scale < MAX_SHORT_LENGTH; scale++) {
            long[] range = shortRanges[scale];
            if (range != null) {
                BigDecimal otherEnd = BigDecimal.valueOf(sign > 0 ? range[1] : range[0], scale);
                end = end == null || otherEnd.compareTo(end) * sign > 0 ? otherEnd : end;
            }
        }
        return end;
    }

    /**
     * Returns the minimum and the maximum; null if there is no number, or if a number is too long or has an exponent.
     */
    public BigDecimal @Nullable [] ends() {
        BigDecimal from = end(min, -1);
        BigDecimal to = end(max, 1);
        return !isReadable || from == null || to == null ? null : new BigDecimal[] {from, to};
    }
}
