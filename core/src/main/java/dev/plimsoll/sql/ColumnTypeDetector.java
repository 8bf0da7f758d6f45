package dev.plimsoll.sql;

import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;

/** Detects the SQL type of a column from its JSON values. */
final class ColumnTypeDetector {

    /** Maximum number of digits of a number: those before its decimal point plus those after it. */
    static final int MAX_DIGITS = 1_000;

    /** Number of digits that always fit a 64-bit integer. */
    private static final int SAFE_INTEGER_LENGTH = 18;

    private int integers;
    private int decimals;
    private int booleans;
    private int texts;
    private int containers;
    private int tooLongNumbers;
    private int integerDigits;
    private int fractionDigits;
    private boolean hasExponents;

    void add(Slice value, JsonType type) {
        switch (type) {
            case STRING -> texts++;
            case NUMBER -> addNumber(value);
            case BOOLEAN -> booleans++;
            case OBJECT, ARRAY -> containers++;
            default -> throw new IllegalArgumentException("type: must not be " + type);
        }
    }

    private void addNumber(Slice value) {
        int point = -1;
        int exponent = -1;
        for (int i = 0; i < value.length(); i++) {
            byte b = value.at(i);
            point = b == '.' ? i : point;
            exponent = b == 'e' || b == 'E' ? i : exponent;
        }
        int digitsStart = value.at(0) == '-' ? 1 : 0;
        if (point < 0 && exponent < 0) {
            int digits = value.length() - digitsStart;
            integerDigits = Math.max(integerDigits, digits);
            if (digits <= SAFE_INTEGER_LENGTH || isLong(value)) {
                integers++;
            } else {
                addDecimal(digits, 0);
            }
            return;
        }
        int mantissaEnd = exponent < 0 ? value.length() : exponent;
        int integerLength = (point < 0 ? mantissaEnd : point) - digitsStart;
        int fractionLength = point < 0 ? 0 : mantissaEnd - point - 1;
        long exponentValue = exponent < 0 ? 0 : parseExponent(value.sub(exponent + 1, value.length()));
        hasExponents |= exponent >= 0;
        addDecimal(Math.max(1, integerLength + exponentValue), Math.max(0, fractionLength - exponentValue));
    }

    private void addDecimal(long digitsBeforePoint, long digitsAfterPoint) {
        if (digitsBeforePoint + digitsAfterPoint > MAX_DIGITS) {
            tooLongNumbers++;
            return;
        }
        decimals++;
        integerDigits = (int) Math.max(integerDigits, digitsBeforePoint);
        fractionDigits = (int) Math.max(fractionDigits, digitsAfterPoint);
    }

    /** Returns the exponent; {@link Integer#MAX_VALUE} if it is too long for a long. */
    private static long parseExponent(Slice text) {
        try {
            return text.length() > SAFE_INTEGER_LENGTH ? Integer.MAX_VALUE : Long.parseLong(text.utf8());
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }

    private static boolean isLong(Slice value) {
        if (value.length() > SAFE_INTEGER_LENGTH + 2) {
            return false;
        }
        try {
            Long.parseLong(value.utf8());
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    SqlInputColumn toColumn(String name, boolean isNested) {
        SqlType type = detectType();
        return new SqlInputColumn(
                name,
                type,
                integerDigits,
                fractionDigits,
                hasExponents,
                isNested,
                type == SqlType.TEXT ? remark() : "");
    }

    private SqlType detectType() {
        int numbers = integers + decimals;
        if (tooLongNumbers > 0 || texts > 0) {
            return SqlType.TEXT;
        }
        if (containers > 0) {
            return numbers + booleans == 0 ? SqlType.JSON : SqlType.TEXT;
        }
        if (booleans > 0) {
            return numbers == 0 ? SqlType.BOOLEAN : SqlType.TEXT;
        }
        return decimals > 0 ? SqlType.DECIMAL : integers > 0 ? SqlType.INTEGER : SqlType.TEXT;
    }

    /** Returns the reason why a column that contains numbers is text; an empty string if it contains no number. */
    private String remark() {
        int numbers = integers + decimals + tooLongNumbers;
        if (tooLongNumbers > 0 && texts + booleans + containers == 0) {
            return "text, because a number has more than " + MAX_DIGITS + " digits";
        }
        int values = numbers + booleans + texts + containers;
        return numbers == 0 ? "" : "text, because " + (values - numbers) + " of " + values + " values are not numbers";
    }
}
