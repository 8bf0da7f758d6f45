package dev.plimsoll.documents.sheet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Converts the numbers of spreadsheets to JSON numbers, dates, times, and durations. */
final class CellNumbers {

    private static final long MILLIS_OF_DAY = 86_400_000;

    /** Serial number after the last valid date, 9999-12-31. */
    private static final BigDecimal DATE_LIMIT = new BigDecimal(2_958_466);

    /** Number of digits from which a decimal may be an inexact notation of a double. */
    private static final int MIN_INEXACT_DIGITS = 16;

    /** Number of digits with which every double can be written. */
    private static final int MAX_DOUBLE_DIGITS = 17;

    private static final int MAX_DIGITS = 400;

    private CellNumbers() {}

    /**
     * Converts the text of a number. A file may contain a double with 17 digits, such as 1.1000000000000001 for 1.1. It becomes the
     * shortest decimal of that double.
     */
    static Cell toNumber(String raw) {
        String text = raw.strip();
        try {
            BigDecimal value = new BigDecimal(text);
            if (Math.abs((long) value.scale()) > MAX_DIGITS || value.precision() > MAX_DIGITS) {
                return Cell.ofText(text);
            }
            boolean isInexact = value.scale() > 0
                    && value.precision() >= MIN_INEXACT_DIGITS
                    && value.precision() <= MAX_DOUBLE_DIGITS;
            BigDecimal shortest = isInexact ? new BigDecimal(Double.toString(value.doubleValue())) : value;
            return new Cell(format(shortest), false);
        } catch (NumberFormatException e) {
            return Cell.ofText(text);
        }
    }

    private static String format(BigDecimal value) {
        BigDecimal normalized = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        boolean isLong = normalized.scale() > 20 || normalized.precision() - normalized.scale() > 21;
        return isLong ? normalized.toString() : normalized.toPlainString();
    }

    /** Converts a serial number of days to a date, time, or duration; returns the number if it is out of range. */
    static Cell toDateTime(String raw, DateType type, boolean has1904Dates) {
        try {
            BigDecimal serial = new BigDecimal(raw.strip());
            if (serial.signum() < 0 || serial.compareTo(DATE_LIMIT) >= 0) {
                return toNumber(raw);
            }
            long millis = serial.multiply(BigDecimal.valueOf(MILLIS_OF_DAY))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
            if (type == DateType.DURATION) {
                return Cell.ofText(formatDuration(millis));
            }
            if (type == DateType.TIME && millis < MILLIS_OF_DAY) {
                return Cell.ofText(format(LocalTime.MIDNIGHT.plus(millis, ChronoUnit.MILLIS)));
            }
            long day = millis / MILLIS_OF_DAY;
            // the 1900 date system counts 1900-02-29, which did not exist
            LocalDate dayZero = has1904Dates
                    ? LocalDate.of(1904, 1, 1)
                    : day < 60 ? LocalDate.of(1899, 12, 31) : LocalDate.of(1899, 12, 30);
            LocalDateTime dateTime =
                    dayZero.plusDays(day).atStartOfDay().plus(millis % MILLIS_OF_DAY, ChronoUnit.MILLIS);
            boolean isDate = type == DateType.DATE && millis % MILLIS_OF_DAY == 0;
            return Cell.ofText(
                    isDate
                            ? dateTime.toLocalDate().toString()
                            : dateTime.toLocalDate() + "T" + format(dateTime.toLocalTime()));
        } catch (NumberFormatException e) {
            return Cell.ofText(raw.strip());
        }
    }

    private static String format(LocalTime time) {
        return DateTimeFormatter.ofPattern(time.toNanoOfDay() % 1_000_000_000 == 0 ? "HH:mm:ss" : "HH:mm:ss.SSS")
                .format(time);
    }

    private static String formatDuration(long millis) {
        long seconds = millis / 1000;
        long hours = seconds / 3600;
        long minutes = seconds / 60 % 60;
        return (hours < 10 ? "0" : "")
                + hours
                + (minutes < 10 ? ":0" : ":")
                + minutes
                + (seconds % 60 < 10 ? ":0" : ":")
                + seconds % 60;
    }
}
