package dev.plimsoll.query.text;

import dev.plimsoll.query.value.QueryError;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats dates with the letters of {@code strftime}, in English and UTC. */
final class DateFormat {

    private DateFormat() {}

    static String format(LocalDateTime time, String format) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '%' && i + 1 < format.length()) {
                char letter = format.charAt(++i);
                String expansion = expansion(letter);
                out.append(expansion == null ? formatLetter(time, letter) : format(time, expansion));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /**
     * Returns the longer format that a letter abbreviates, such as {@code %H:%M} for {@code R}; null if the letter stands
     * for a single part.
     */
    static @Nullable String expansion(char letter) {
        return switch (letter) {
            case 'D', 'x' -> "%m/%d/%y";
            case 'F' -> "%Y-%m-%d";
            case 'T', 'X' -> "%H:%M:%S";
            case 'R' -> "%H:%M";
            case 'r' -> "%I:%M:%S %p";
            case 'c' -> "%a %b %e %H:%M:%S %Y";
            default -> null;
        };
    }

    private static String formatLetter(LocalDateTime time, char letter) {
        int hour12 = (time.getHour() + 11) % 12 + 1;
        int weekDay = time.getDayOfWeek().getValue();
        int yearDay = time.getDayOfYear() - 1;
        return switch (letter) {
            case 'Y' -> Integer.toString(time.getYear());
            case 'C' -> padWithZeros(Math.floorDiv(time.getYear(), 100), 2);
            case 'y' -> padWithZeros(Math.floorMod(time.getYear(), 100), 2);
            case 'm' -> padWithZeros(time.getMonthValue(), 2);
            case 'd' -> padWithZeros(time.getDayOfMonth(), 2);
            case 'e' -> padWithSpace(time.getDayOfMonth());
            case 'H' -> padWithZeros(time.getHour(), 2);
            case 'k' -> padWithSpace(time.getHour());
            case 'I' -> padWithZeros(hour12, 2);
            case 'l' -> padWithSpace(hour12);
            case 'M' -> padWithZeros(time.getMinute(), 2);
            case 'S' -> padWithZeros(time.getSecond(), 2);
            case 'p' -> time.getHour() < 12 ? "AM" : "PM";
            case 'P' -> time.getHour() < 12 ? "am" : "pm";
            case 'Z' -> "UTC";
            case 'z' -> "+0000";
            case 'a' -> time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'A' -> time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b', 'h' -> time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'B' -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'j' -> padWithZeros(time.getDayOfYear(), 3);
            case 'u' -> Integer.toString(weekDay);
            case 'w' -> Integer.toString(weekDay % 7);
            case 'U' -> padWithZeros((yearDay + 7 - weekDay % 7) / 7, 2);
            case 'W' -> padWithZeros((yearDay + 7 - (weekDay + 6) % 7) / 7, 2);
            case 'V' -> padWithZeros(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
            case 'G' -> Integer.toString(time.get(IsoFields.WEEK_BASED_YEAR));
            case 's' -> Long.toString(time.toEpochSecond(ZoneOffset.UTC));
            case 'n' -> "\n";
            case 't' -> "\t";
            case '%' -> "%";
            default -> throw new QueryError("strftime/1: unknown letter %" + letter);
        };
    }

    private static String padWithZeros(int number, int digits) {
        String text = Integer.toString(Math.abs(number));
        return (number < 0 ? "-" : "") + "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    private static String padWithSpace(int number) {
        return number < 10 ? " " + number : Integer.toString(number);
    }
}
