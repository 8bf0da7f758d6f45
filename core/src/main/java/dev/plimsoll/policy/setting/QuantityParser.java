package dev.plimsoll.policy.setting;

import java.time.Duration;
import java.time.format.DateTimeParseException;

/**
 * Parser and formatter of times, sizes, and shares such as {@code 15m}, {@code 256KB}, and {@code 1%}. Uses no regular expressions.
 */
public final class QuantityParser {

    private static final String[] TIME_UNITS = {"d", "h", "m", "s", "ms"};
    private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1000, 1};
    private static final String[] SIZE_UNITS = {"TB", "GB", "MB", "KB", "B"};
    private static final int MAX_DIGITS = 18;
    private static final int MIN_BYTES_WITH_UNIT = 16_384;
    /** Decimal numbers are written as a number of millionths, so with at most six decimal places. */
    private static final long PRECISION = 1_000_000;

    private QuantityParser() {}

    /** Parses {@code 15m}, {@code 1h30m}, {@code 500ms}, {@code 0}, or ISO 8601. Throws {@link IllegalArgumentException}. */
    public static Duration parseDuration(String text) {
        if (text.startsWith("P")) {
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException("not an ISO 8601 duration", e);
            }
        }
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        long millis = 0;
        int minUnitIndex = 0;
        int position = 0;
        while (position < text.length() || position == 0) {
            int digitsStart = position;
            position = endOfDigits(text, position);
            long number = parseInteger(text.substring(digitsStart, position));
            int unitStart = position;
            while (position < text.length() && !isDigit(text.charAt(position))) {
                position++;
            }
            int unitIndex = indexOf(TIME_UNITS, text.substring(unitStart, position));
            if (unitIndex < minUnitIndex) {
                throw new IllegalArgumentException("units must be d, h, m, s, ms, in this order");
            }
            minUnitIndex = unitIndex + 1;
            millis = addProduct(millis, number, UNIT_MILLIS[unitIndex]);
        }
        return Duration.ofMillis(millis);
    }

    /** Parses {@code 300}, {@code 256KB}, or {@code 1GiB}. A KB has 1024 bytes. Throws {@link IllegalArgumentException}. */
    public static long parseBytes(String text) {
        int position = endOfDigits(text, 0);
        String unit = text.substring(position).strip();
        if (unit.length() == 3 && unit.charAt(1) == 'i') {
            unit = unit.charAt(0) + "B";
        }
        int unitIndex = unit.isEmpty() ? SIZE_UNITS.length - 1 : indexOf(SIZE_UNITS, unit);
        if (unitIndex < 0) {
            throw new IllegalArgumentException("the unit must be B, KB, MB, GB, or TB");
        }
        return addProduct(
                0, parseInteger(text.substring(0, position)), 1L << (10 * (SIZE_UNITS.length - 1 - unitIndex)));
    }

    /**
     * Parses {@code 1%} or {@code 0.01}; both return 0.01. Does not check that the share is at most 1. Throws
     * {@link IllegalArgumentException}.
     */
    public static double parseShare(String text) {
        boolean isPercent = text.endsWith("%");
        double number = parseDecimal(isPercent ? text.substring(0, text.length() - 1) : text);
        return isPercent ? number / 100 : number;
    }

    /**
     * Parses digits with at most one point. Signs, exponents, NaN, and Infinity are invalid. Throws
     * {@link IllegalArgumentException}.
     */
    public static double parseDecimal(String text) {
        int point = endOfDigits(text, 0);
        int end = point < text.length() && text.charAt(point) == '.' ? endOfDigits(text, point + 1) : point;
        if (point == 0 || end < text.length() || end == point + 1 || end > MAX_DIGITS) {
            throw new IllegalArgumentException("not a decimal number");
        }
        return Double.parseDouble(text);
    }

    /** Parses digits only, at most 18. Throws {@link IllegalArgumentException}. */
    public static long parseInteger(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS || endOfDigits(text, 0) < text.length()) {
            throw new IllegalArgumentException("not a whole number");
        }
        return Long.parseLong(text);
    }

    /** Returns the text that {@link #parseDuration} parses back, in the largest unit that is exact. */
    public static String formatDuration(Duration time) {
        long millis = time.toMillis();
        if (millis == 0) {
            return time.isZero() ? "0" : time.toString();
        }
        if (time.isNegative() || !time.equals(Duration.ofMillis(millis))) {
            return time.toString();
        }
        // people write 24h for a day, but 30d for a month
        int unit = millis < 2 * UNIT_MILLIS[0] ? 1 : 0;
        while (millis % UNIT_MILLIS[unit] != 0) {
            unit++;
        }
        return millis / UNIT_MILLIS[unit] + TIME_UNITS[unit];
    }

    /** Returns the text that {@link #parseBytes} parses back, in the largest unit that is exact. Small numbers have no unit. */
    public static String formatBytes(long bytes) {
        for (int i = 0; i < SIZE_UNITS.length - 1 && bytes >= MIN_BYTES_WITH_UNIT; i++) {
            long unit = 1L << (10 * (SIZE_UNITS.length - 1 - i));
            if (bytes % unit == 0) {
                return bytes / unit + SIZE_UNITS[i];
            }
        }
        return Long.toString(bytes);
    }

    /** Returns the text that {@link #parseShare} parses back. */
    public static String formatShare(double share) {
        return formatDecimal(Math.round(share * 100 * PRECISION) / (double) PRECISION) + "%";
    }

    /** Returns the text that {@link #parseDecimal} parses back, with at most six decimal places. BigDecimal would add 10 ms to startup. */
    public static String formatDecimal(double number) {
        long millionths = Math.round(number * PRECISION);
        String fraction = Long.toString(PRECISION + millionths % PRECISION).substring(1);
        int end = fraction.length();
        while (end > 0 && fraction.charAt(end - 1) == '0') {
            end--;
        }
        String integerPart = Long.toString(millionths / PRECISION);
        return end == 0 ? integerPart : integerPart + "." + fraction.substring(0, end);
    }

    private static long addProduct(long sum, long number, long unit) {
        try {
            return Math.addExact(sum, Math.multiplyExact(number, unit));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("too large", e);
        }
    }

    private static int indexOf(String[] units, String unit) {
        for (int i = 0; i < units.length; i++) {
            if (units[i].equals(unit)) {
                return i;
            }
        }
        return -1;
    }

    private static int endOfDigits(String text, int from) {
        int position = from;
        while (position < text.length() && isDigit(text.charAt(position))) {
            position++;
        }
        return position;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
