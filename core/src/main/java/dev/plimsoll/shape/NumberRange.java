package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The least and the greatest of some numbers, exactly; whole ones of up to 18 digits without much ado. */
final class NumberRange {

    private static final int LONGEST = 40;
    private static final int LONG_DIGITS = 18;

    private long leastLong = Long.MAX_VALUE;
    private long mostLong = Long.MIN_VALUE;
    private @Nullable BigDecimal least;
    private @Nullable BigDecimal most;
    private boolean open = true;

    void add(Slice number) {
        long whole = whole(number);
        if (whole != Long.MIN_VALUE) {
            leastLong = Math.min(leastLong, whole);
            mostLong = Math.max(mostLong, whole);
        } else if (open) {
            // numbers with exponents may be of any size, and have no readable range
            open = number.length() <= LONGEST && !hasExponent(number);
            if (open) {
                add(new BigDecimal(number.utf8()));
            }
        }
    }

    private void add(BigDecimal number) {
        least = least == null || number.compareTo(least) < 0 ? number : least;
        most = most == null || number.compareTo(most) > 0 ? number : most;
    }

    private static long whole(Slice number) {
        boolean negative = number.at(0) == '-';
        if (number.length() > LONG_DIGITS) {
            return Long.MIN_VALUE;
        }
        long value = 0;
        for (int i = negative ? 1 : 0; i < number.length(); i++) {
            byte digit = number.at(i);
            if (digit < '0' || digit > '9') {
                return Long.MIN_VALUE;
            }
            value = 10 * value + digit - '0';
        }
        return negative ? -value : value;
    }

    private static boolean hasExponent(Slice number) {
        for (int i = 0; i < number.length(); i++) {
            if ((number.at(i) | 0x20) == 'e') {
                return true;
            }
        }
        return false;
    }

    private @Nullable BigDecimal end(@Nullable BigDecimal found, long whole, int sign) {
        boolean none = leastLong > mostLong;
        if (none || found == null) {
            return none ? found : BigDecimal.valueOf(whole);
        }
        BigDecimal other = BigDecimal.valueOf(whole);
        return found.compareTo(other) * sign > 0 ? found : other;
    }

    /** {@code [least,most]}; false when there is nothing to tell. */
    boolean writeTo(Draft draft) {
        BigDecimal from = end(least, leastLong, -1);
        BigDecimal to = end(most, mostLong, 1);
        if (!open || from == null || to == null) {
            return false;
        }
        draft.ascii("[")
                .ascii(from.toPlainString())
                .ascii(",")
                .ascii(to.toPlainString())
                .ascii("]");
        return true;
    }
}
