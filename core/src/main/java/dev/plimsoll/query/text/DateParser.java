package dev.plimsoll.query.text;

import dev.plimsoll.query.value.QueryError;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses dates with the letters of {@code strptime}. The offset of a time zone ({@code %z}) is subtracted, so that the result is in UTC. */
final class DateParser {

    private final TextScanner scanner;
    private int year = 1900;
    private int month = 1;
    private int day = 1;
    private int hour;
    private int minute;
    private int second;
    private int yearDay;
    private boolean isAfternoon;
    private boolean hasTwelveHourClock;
    private long offsetSeconds;
    private @Nullable Long epochSeconds;

    private DateParser(String text) {
        this.scanner = new TextScanner(text);
    }

    /** Parses a date, or returns null if the text does not match the format. */
    static @Nullable LocalDateTime parse(String text, String format) {
        DateParser parser = new DateParser(text);
        if (!parser.readFormat(format) || !parser.scanner.isAtEnd()) {
            return null;
        }
        try {
            return parser.toDateTime();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private LocalDateTime toDateTime() {
        if (epochSeconds != null) {
            return LocalDateTime.ofEpochSecond(epochSeconds, 0, ZoneOffset.UTC);
        }
        int hours = hasTwelveHourClock ? hour % 12 + (isAfternoon ? 12 : 0) : hour;
        // a leap second is the first second of the next minute
        LocalDateTime time = LocalDateTime.of(year, month, day, hours, minute).plusSeconds(second - offsetSeconds);
        return yearDay > 0 ? time.withDayOfYear(yearDay) : time;
    }

    private boolean readFormat(String format) {
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '%' && i + 1 < format.length()) {
                char letter = format.charAt(++i);
                String expansion = DateFormat.expansion(letter);
                if (expansion == null ? !readLetter(letter) : !readFormat(expansion)) {
                    return false;
                }
            } else if (Character.isWhitespace(c)) {
                scanner.skipWhiteSpace();
            } else if (!scanner.skip(c)) {
                return false;
            }
        }
        return true;
    }

    private boolean readLetter(char letter) {
        return switch (letter) {
            case 'Y' -> (year = scanner.readNumber(4, 0, 9999)) >= 0;
            case 'y' -> {
                int yearOfCentury = scanner.readNumber(2, 0, 99);
                year = yearOfCentury < 69 ? 2000 + yearOfCentury : 1900 + yearOfCentury;
                yield yearOfCentury >= 0;
            }
            case 'm' -> (month = scanner.readNumber(2, 1, 12)) >= 0;
            case 'd', 'e' -> (day = scanner.readNumber(2, 1, 31)) >= 0;
            case 'H', 'k' -> (hour = scanner.readNumber(2, 0, 23)) >= 0;
            case 'I', 'l' -> {
                hasTwelveHourClock = true;
                hour = scanner.readNumber(2, 1, 12);
                yield hour >= 0;
            }
            case 'M' -> (minute = scanner.readNumber(2, 0, 59)) >= 0;
            case 'S' -> (second = scanner.readNumber(2, 0, 60)) >= 0;
            case 'j' -> (yearDay = scanner.readNumber(3, 1, 366)) >= 0;
            case 'p', 'P' -> readHalfOfDay();
            case 'a', 'A' -> readWeekDay();
            case 'b', 'B', 'h' -> readMonthName();
            case 'Z' -> scanner.skipLetters();
            case 'z' -> readOffset();
            case 's' -> readEpochSeconds();
            case 'n', 't' -> {
                scanner.skipWhiteSpace();
                yield true;
            }
            case '%' -> scanner.skip('%');
            default -> throw new QueryError("strptime/1: unknown letter %" + letter);
        };
    }

    private boolean readHalfOfDay() {
        isAfternoon = scanner.skip("PM");
        return isAfternoon || scanner.skip("AM");
    }

    private boolean readWeekDay() {
        for (DayOfWeek weekDay : DayOfWeek.values()) {
            if (scanner.skip(weekDay.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                    || scanner.skip(weekDay.getDisplayName(TextStyle.SHORT, Locale.ENGLISH))) {
                return true;
            }
        }
        return false;
    }

    private boolean readMonthName() {
        for (Month monthOfYear : Month.values()) {
            if (scanner.skip(monthOfYear.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                    || scanner.skip(monthOfYear.getDisplayName(TextStyle.SHORT, Locale.ENGLISH))) {
                month = monthOfYear.getValue();
                return true;
            }
        }
        return false;
    }

    private boolean readOffset() {
        if (scanner.skip("Z")) {
            return true;
        }
        int sign = scanner.skip("-") ? -1 : scanner.skip("+") ? 1 : 0;
        int hours = scanner.readNumber(2, 0, 18);
        boolean hasColon = scanner.skip(":");
        int minutes = scanner.readNumber(2, 0, 59);
        offsetSeconds = sign * (3_600L * hours + 60L * Math.max(0, minutes));
        return sign != 0 && hours >= 0 && (minutes >= 0 || !hasColon);
    }

    private boolean readEpochSeconds() {
        boolean isNegative = scanner.skip("-");
        long seconds = scanner.readDigits(12);
        epochSeconds = isNegative ? -seconds : seconds;
        return seconds >= 0;
    }
}
