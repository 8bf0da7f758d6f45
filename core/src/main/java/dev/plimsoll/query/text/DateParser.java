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

/** Parses dates with the letters of {@code strptime}. An offset ({@code %z}) is subtracted, so that the result is UTC. */
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
    private boolean isTwelveHourClock;
    private long offset;
    private @Nullable Long epoch;

    private DateParser(String text) {
        this.scanner = new TextScanner(text);
    }

    /** Parses a date, or returns null if the text does not match the format. */
    static @Nullable LocalDateTime parse(String text, String format) {
        DateParser reader = new DateParser(text);
        if (!reader.readFormat(format) || !reader.scanner.isAtEnd()) {
            return null;
        }
        try {
            return reader.time();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private LocalDateTime time() {
        if (epoch != null) {
            return LocalDateTime.ofEpochSecond(epoch, 0, ZoneOffset.UTC);
        }
        int hours = isTwelveHourClock ? hour % 12 + (isAfternoon ? 12 : 0) : hour;
        // a leap second is the first second of the next minute
        LocalDateTime time = LocalDateTime.of(year, month, day, hours, minute).plusSeconds(second - offset);
        return yearDay > 0 ? time.withDayOfYear(yearDay) : time;
    }

    private boolean readFormat(String format) {
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '%' && i + 1 < format.length()) {
                char letter = format.charAt(++i);
                String expansion = DateFormat.expansion(letter);
                if (expansion == null ? !readPart(letter) : !readFormat(expansion)) {
                    return false;
                }
            } else if (Character.isWhitespace(c)) {
                scanner.skipSpace();
            } else if (!scanner.skip(c)) {
                return false;
            }
        }
        return true;
    }

    private boolean readPart(char letter) {
        return switch (letter) {
            case 'Y' -> (year = scanner.number(4, 0, 9999)) >= 0;
            case 'y' -> {
                int two = scanner.number(2, 0, 99);
                year = two < 69 ? 2000 + two : 1900 + two;
                yield two >= 0;
            }
            case 'm' -> (month = scanner.number(2, 1, 12)) >= 0;
            case 'd', 'e' -> (day = scanner.number(2, 1, 31)) >= 0;
            case 'H', 'k' -> (hour = scanner.number(2, 0, 23)) >= 0;
            case 'I', 'l' -> {
                isTwelveHourClock = true;
                hour = scanner.number(2, 1, 12);
                yield hour >= 0;
            }
            case 'M' -> (minute = scanner.number(2, 0, 59)) >= 0;
            case 'S' -> (second = scanner.number(2, 0, 60)) >= 0;
            case 'j' -> (yearDay = scanner.number(3, 1, 366)) >= 0;
            case 'p', 'P' -> halfOfDay();
            case 'a', 'A' -> weekDay();
            case 'b', 'B', 'h' -> monthName();
            case 'Z' -> scanner.skipLetters();
            case 'z' -> zone();
            case 's' -> seconds();
            case 'n', 't' -> {
                scanner.skipSpace();
                yield true;
            }
            case '%' -> scanner.skip('%');
            default -> throw new QueryError("strptime/1: unknown letter %" + letter);
        };
    }

    private boolean halfOfDay() {
        isAfternoon = scanner.skip("PM");
        return isAfternoon || scanner.skip("AM");
    }

    private boolean weekDay() {
        for (DayOfWeek name : DayOfWeek.values()) {
            if (scanner.skip(name.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                    || scanner.skip(name.getDisplayName(TextStyle.SHORT, Locale.ENGLISH))) {
                return true;
            }
        }
        return false;
    }

    private boolean monthName() {
        for (Month name : Month.values()) {
            if (scanner.skip(name.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                    || scanner.skip(name.getDisplayName(TextStyle.SHORT, Locale.ENGLISH))) {
                month = name.getValue();
                return true;
            }
        }
        return false;
    }

    private boolean zone() {
        if (scanner.skip("Z")) {
            return true;
        }
        int sign = scanner.skip("-") ? -1 : scanner.skip("+") ? 1 : 0;
        int hours = scanner.number(2, 0, 18);
        boolean hasColon = scanner.skip(":");
        int minutes = scanner.number(2, 0, 59);
        offset = sign * (3_600L * hours + 60L * Math.max(0, minutes));
        return sign != 0 && hours >= 0 && (minutes >= 0 || !hasColon);
    }

    private boolean seconds() {
        boolean isNegative = scanner.skip("-");
        long n = scanner.digits(12);
        epoch = isNegative ? -n : n;
        return n >= 0;
    }
}
