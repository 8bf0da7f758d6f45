package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Finds the exact minimum and maximum of numbers, with a fast path for numbers of up to 17 digits. */
final class NumberRange {

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

    void add(Slice number) {
        if (!readable || (number.length() <= MAX_SHORT_LENGTH && isShort(number))) {
            return;
        }
        // numbers with exponents can have any size, and have no readable range
        readable = number.length() <= MAX_LENGTH && !hasExponent(number);
        if (readable) {
            add(new BigDecimal(number.utf8()));
        }
    }

    private void add(BigDecimal number) {
        min = min == null || number.compareTo(min) < 0 ? number : min;
        max = max == null || number.compareTo(max) > 0 ? number : max;
    }

    /** Returns whether a number has only digits, a sign, and a point; if so, adds it. */
    private boolean isShort(Slice number) {
        byte[] b = number.bytes();
        boolean negative = b[number.from()] == '-';
        int point = -1;
        long value = 0;
        for (int i = negative ? number.from() + 1 : number.from(); i < number.to(); i++) {
            int digit = b[i] - '0';
            if (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
            } else if (b[i] == '.') {
                point = i;
            } else {
                return false;
            }
        }
        add(negative ? -value : value, point < 0 ? 0 : number.to() - point - 1);
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

    /** Writes {@code [minimum,maximum]}. Returns whether there is a range. */
    boolean writeTo(AnswerDraft answerDraft) {
        BigDecimal from = end(min, -1);
        BigDecimal to = end(max, 1);
        if (!readable || from == null || to == null) {
            return false;
        }
        answerDraft
                .ascii("[")
                .ascii(from.toPlainString())
                .ascii(",")
                .ascii(to.toPlainString())
                .ascii("]");
        return true;
    }
}
