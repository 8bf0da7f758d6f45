package dev.plimsoll.sql.h2;

import java.math.BigDecimal;
import org.h2.api.ErrorCode;
import org.h2.message.DbException;

/**
 * Bounds of the numbers in a statement. Without them, a short text such as {@code 1e300000000} becomes a number of 300 million digits
 * in the next addition, which takes minutes and cannot be cancelled. The gateway inserts calls of these methods into H2 where H2
 * creates numbers.
 */
public final class NumberBounds {

    /** Maximum number of characters of a text that becomes a number. */
    private static final int MAX_TEXT_LENGTH = 1_000;

    /** Maximum number of digits before or after the decimal point. */
    private static final int MAX_DIGITS = 10_000;

    private NumberBounds() {}

    /**
     * Checks a text that becomes a number, and returns it.
     *
     * @throws NumberFormatException if the number would have too many digits; H2 reports that the text cannot be converted
     */
    public static String checkText(String text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            throw new NumberFormatException("too many digits");
        }
        int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
        if (exponent >= 0 && Math.abs(Long.parseLong(text, exponent + 1, text.length(), 10)) > MAX_DIGITS) {
            throw new NumberFormatException("the exponent is too large");
        }
        return text;
    }

    /** Checks a number with an exponent that H2 has calculated. The next addition writes out all of its zeros. */
    public static void checkNumber(BigDecimal number) {
        if (Math.abs((long) number.scale()) > MAX_DIGITS || number.precision() > 2 * MAX_DIGITS) {
            throw DbException.get(
                    ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE_1, "a number has more than " + MAX_DIGITS + " digits");
        }
    }
}
