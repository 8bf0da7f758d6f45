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

    private final String text;
    private int at;
    private int year = 1900;
    private int month = 1;
    private int day = 1;
    private int hour;
    private int minute;
    private int second;
    private int yearDay;
    private boolean afternoon;
    private boolean halfDay;
    private long offset;
    private @Nullable Long epoch;

    private DateParser(String text) {
        this.text = text;
    }

    /** Parses a date, or returns null if the text does not match the format. */
    static @Nullable LocalDateTime parse(String text, String format) {
        DateParser reader = new DateParser(text);
        if (!reader.readFormat(format) || reader.at != text.length()) {
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
        int hours = halfDay ? hour % 12 + (afternoon ? 12 : 0) : hour;
        // a leap second is the first second of the next minute
        LocalDateTime time = LocalDateTime.of(year, month, day, hours, minute).plusSeconds(second - offset);
        return yearDay > 0 ? time.withDayOfYear(yearDay) : time;
    }

    private boolean readFormat(String format) {
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '%' && i + 1 < format.length()) {
                char letter = format.charAt(++i);
                String composed = DateFormat.composed(letter);
                if (composed == null ? !readPart(letter) : !readFormat(composed)) {
                    return false;
                }
            } else if (Character.isWhitespace(c)) {
                skipSpace();
            } else if (at < text.length() && text.charAt(at) == c) {
                at++;
            } else {
                return false;
            }
        }
        return true;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean readPart(char letter) {
        return switch (letter) {
            case 'Y' -> (year = number(4, 0, 9999)) >= 0;
            case 'y' -> {
                int two = number(2, 0, 99);
                year = two < 69 ? 2000 + two : 1900 + two;
                yield two >= 0;
            }
            case 'm' -> (month = number(2, 1, 12)) >= 0;
            case 'd', 'e' -> (day = number(2, 1, 31)) >= 0;
            case 'H', 'k' -> (hour = number(2, 0, 23)) >= 0;
            case 'I', 'l' -> {
                halfDay = true;
                hour = number(2, 1, 12);
                yield hour >= 0;
            }
            case 'M' -> (minute = number(2, 0, 59)) >= 0;
            case 'S' -> (second = number(2, 0, 60)) >= 0;
            case 'j' -> (yearDay = number(3, 1, 366)) >= 0;
            case 'p', 'P' -> halfOfDay();
            case 'a', 'A' -> weekDay();
            case 'b', 'B', 'h' -> monthName();
            case 'Z' -> zoneName();
            case 'z' -> zone();
            case 's' -> seconds();
            case 'n', 't' -> {
                skipSpace();
                yield true;
            }
            case '%' -> at < text.length() && text.charAt(at++) == '%';
            default -> throw new QueryError("strptime/1: unknown letter %" + letter);
        };
    }

    /** Reads a number of up to {@code digits} digits, or returns -1 if there is none within the limits. */
    private int number(int digits, int min, int max) {
        skipSpace();
        int n = 0;
        int from = at;
        while (at < text.length() && at - from < digits && Character.digit(text.charAt(at), 10) >= 0) {
            n = 10 * n + Character.digit(text.charAt(at++), 10);
        }
        return at == from || n < min || n > max ? -1 : n;
    }

    private boolean skip(String word) {
        if (text.regionMatches(true, at, word, 0, word.length())) {
            at += word.length();
            return true;
        }
        return false;
    }

    private boolean halfOfDay() {
        afternoon = skip("PM");
        return afternoon || skip("AM");
    }

    private boolean weekDay() {
        for (DayOfWeek name : DayOfWeek.values()) {
            if (skip(name.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                    || skip(name.getDisplayName(TextStyle.SHORT, Locale.ENGLISH))) {
                return true;
            }
        }
        return false;
    }

    private boolean monthName() {
        for (Month name : Month.values()) {
            if (skip(name.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                    || skip(name.getDisplayName(TextStyle.SHORT, Locale.ENGLISH))) {
                month = name.getValue();
                return true;
            }
        }
        return false;
    }

    private boolean zoneName() {
        int from = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        return at > from;
    }

    private boolean zone() {
        if (skip("Z")) {
            return true;
        }
        int sign = skip("-") ? -1 : skip("+") ? 1 : 0;
        int hours = number(2, 0, 18);
        boolean colon = skip(":");
        int minutes = number(2, 0, 59);
        offset = sign * (3_600L * hours + 60L * Math.max(0, minutes));
        return sign != 0 && hours >= 0 && (minutes >= 0 || !colon);
    }

    private boolean seconds() {
        boolean negative = skip("-");
        int from = at;
        long n = 0;
        while (at < text.length() && at - from < 12 && Character.digit(text.charAt(at), 10) >= 0) {
            n = 10 * n + Character.digit(text.charAt(at++), 10);
        }
        epoch = negative ? -n : n;
        return at > from;
    }
}
