package dev.plimsoll.documents.sheet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Numbers of spreadsheets as JSON numbers, dates, and times. */
final class CellNumbers {

    private static final long MILLIS_OF_DAY = 86_400_000;

    /** Days from the year 0 to which dates are read. */
    private static final BigDecimal MAX_DAY = new BigDecimal(2_958_466);

    /** Digits that a double never needs, if it is written by its shortest digits. */
    private static final int NOISY_DIGITS = 16;

    private CellNumbers() {}

    /**
     * Returns the number that a cell says. A file may write a double with 17 digits (1.1000000000000001 for 1.1): then the shortest
     * number that is the same double stands for it.
     */
    static Cell number(String raw) {
        String text = raw.strip();
        try {
            BigDecimal value = new BigDecimal(text);
            if (Math.abs((long) value.scale()) > 400 || value.precision() > 400) {
                return Cell.ofText(text);
            }
            boolean isNoisy = value.scale() > 0 && value.precision() >= NOISY_DIGITS && value.precision() <= 17;
            BigDecimal exact = isNoisy ? new BigDecimal(Double.toString(value.doubleValue())) : value;
            return new Cell(written(exact), false);
        } catch (NumberFormatException e) {
            return Cell.ofText(text);
        }
    }

    private static String written(BigDecimal value) {
        BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        boolean isLong = plain.scale() > 20 || plain.precision() - plain.scale() > 21;
        return isLong ? plain.toString() : plain.toPlainString();
    }

    /** Returns the date or time that a serial number of days means; the number if it means none. */
    static Cell dateTime(String raw, DateType form, boolean startsIn1904) {
        try {
            BigDecimal serial = new BigDecimal(raw.strip());
            if (serial.signum() < 0 || serial.compareTo(MAX_DAY) >= 0) {
                return number(raw);
            }
            long millis = serial.multiply(BigDecimal.valueOf(MILLIS_OF_DAY))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
            if (form == DateType.DURATION) {
                return Cell.ofText(duration(millis));
            }
            if (form == DateType.TIME && millis < MILLIS_OF_DAY) {
                return Cell.ofText(time(LocalTime.MIDNIGHT.plus(millis, ChronoUnit.MILLIS)));
            }
            long day = millis / MILLIS_OF_DAY;
            // the first format counts a day that 1900 did not have
            LocalDate first = startsIn1904
                    ? LocalDate.of(1904, 1, 1)
                    : day < 60 ? LocalDate.of(1899, 12, 31) : LocalDate.of(1899, 12, 30);
            LocalDateTime at = first.plusDays(day).atStartOfDay().plus(millis % MILLIS_OF_DAY, ChronoUnit.MILLIS);
            boolean isDate = form == DateType.DATE && millis % MILLIS_OF_DAY == 0;
            return Cell.ofText(isDate ? at.toLocalDate().toString() : at.toLocalDate() + "T" + time(at.toLocalTime()));
        } catch (NumberFormatException e) {
            return Cell.ofText(raw.strip());
        }
    }

    private static String time(LocalTime time) {
        return DateTimeFormatter.ofPattern(time.toNanoOfDay() % 1_000_000_000 == 0 ? "HH:mm:ss" : "HH:mm:ss.SSS")
                .format(time);
    }

    private static String duration(long millis) {
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
