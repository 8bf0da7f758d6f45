package dev.plimsoll.format.python;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts Python calls whose values have a form in JSON: decimal numbers, dates, and times. {@code date(2026, 1, 2)}
 * becomes {@code "2026-01-02"}.
 */
final class PythonCalls {

    private static final int MAX_LENGTH = 400;
    private static final Pattern DECIMAL = Pattern.compile("(?:decimal\\.)?Decimal\\(['\"]([^'\"]*)['\"]\\)");
    private static final Pattern DATE = Pattern.compile("(?:datetime\\.)?date\\((\\d{1,4}), (\\d{1,2}), (\\d{1,2})\\)");
    private static final String TIME_OF_DAY =
            "(\\d{1,2})(?:, (\\d{1,2}))?(?:, (\\d{1,2}))?(?:, (\\d{1,6}))?(?:, fold=1)?(?:, tzinfo=(.+))?\\)";
    private static final Pattern DATE_TIME =
            Pattern.compile("(?:datetime\\.)?datetime\\((\\d{1,4}), (\\d{1,2}), (\\d{1,2}), " + TIME_OF_DAY);
    private static final Pattern TIME = Pattern.compile("(?:datetime\\.)?time\\(" + TIME_OF_DAY);
    private static final Pattern UTC = Pattern.compile(
            "(?:datetime\\.)?timezone\\.utc|tzutc\\(\\)|<UTC>|(?:zoneinfo\\.)?ZoneInfo\\((?:key=)?['\"]UTC['\"]\\)");
    private static final Pattern OFFSET = Pattern.compile("(?:datetime\\.)?timezone\\((?:datetime\\.)?timedelta\\("
            + "(?:days=(-?\\d{1,3}))?(?:, )?(?:seconds=(\\d{1,6}))?\\)(?:, '[^']*')?\\)");

    private PythonCalls() {}

    /** Returns the value of a call in JSON; null if the call has no such value and stays as written. */
    static @Nullable Slice convert(Slice call) {
        if (call.length() > MAX_LENGTH) {
            return null;
        }
        byte first = call.at(0);
        if (first != 'D' && first != 'd' && first != 't') {
            return null;
        }
        String source = call.utf8();
        int openingParenthesis = source.indexOf('(');
        return switch (source.substring(0, openingParenthesis)) {
            case "Decimal", "decimal.Decimal" -> convertDecimal(DECIMAL.matcher(source));
            case "date", "datetime.date" -> convertDate(DATE.matcher(source));
            case "datetime", "datetime.datetime" -> convertDateTime(DATE_TIME.matcher(source));
            case "time", "datetime.time" -> convertTime(TIME.matcher(source));
            default -> null;
        };
    }

    private static @Nullable Slice convertDecimal(Matcher matcher) {
        if (!matcher.matches()) {
            return null;
        }
        Slice number = PythonNumbers.toJson(matcher.group(1));
        return number == null ? toJsonString(new StringBuilder(matcher.group(1))) : number;
    }

    private static @Nullable Slice convertDate(Matcher matcher) {
        return matcher.matches() ? toJsonString(appendDate(new StringBuilder(), matcher)) : null;
    }

    private static @Nullable Slice convertDateTime(Matcher matcher) {
        return matcher.matches()
                ? appendTime(appendDate(new StringBuilder(), matcher).append('T'), matcher, 4)
                : null;
    }

    private static @Nullable Slice convertTime(Matcher matcher) {
        return matcher.matches() ? appendTime(new StringBuilder(), matcher, 1) : null;
    }

    private static StringBuilder appendDate(StringBuilder out, Matcher matcher) {
        appendPadded(out, parseGroup(matcher, 1), 4, '\0');
        appendPadded(out, parseGroup(matcher, 2), 2, '-');
        appendPadded(out, parseGroup(matcher, 3), 2, '-');
        return out;
    }

    /**
     * Appends the time of day from the groups of a match, and returns the JSON string; null if the source does not
     * show the offset of its time zone.
     */
    private static @Nullable Slice appendTime(StringBuilder out, Matcher matcher, int hourGroup) {
        String zone = matcher.group(hourGroup + 4);
        String offset = zone == null ? "" : zoneOffset(zone);
        if (offset == null) {
            return null;
        }
        appendPadded(out, parseGroup(matcher, hourGroup), 2, '\0');
        appendPadded(out, parseGroup(matcher, hourGroup + 1), 2, ':');
        appendPadded(out, parseGroup(matcher, hourGroup + 2), 2, ':');
        int microseconds = parseGroup(matcher, hourGroup + 3);
        if (microseconds > 0) {
            appendPadded(out, microseconds, 6, '.');
        }
        return toJsonString(out.append(offset));
    }

    /** Appends a separator, or none if it is NUL, and a number that is padded with zeros. */
    private static void appendPadded(StringBuilder out, int number, int digits, char separator) {
        if (separator != '\0') {
            out.append(separator);
        }
        String numberText = Integer.toString(number);
        out.append("000000", 0, Math.max(0, digits - numberText.length())).append(numberText);
    }

    private static @Nullable String zoneOffset(String zone) {
        if (UTC.matcher(zone).matches()) {
            return "+00:00";
        }
        Matcher matcher = OFFSET.matcher(zone);
        if (!matcher.matches()) {
            return null;
        }
        int seconds = parseGroup(matcher, 1) * 86_400 + parseGroup(matcher, 2);
        int minutes = Math.abs(seconds) / 60;
        StringBuilder out = new StringBuilder();
        appendPadded(out, minutes / 60, 2, seconds < 0 ? '-' : '+');
        appendPadded(out, minutes % 60, 2, ':');
        return out.toString();
    }

    private static int parseGroup(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }

    private static Slice toJsonString(StringBuilder value) {
        return new ByteSink(value.length() + 2).string(value.toString()).slice();
    }
}
