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
    private static final String CLOCK =
            "(\\d{1,2})(?:, (\\d{1,2}))?(?:, (\\d{1,2}))?(?:, (\\d{1,6}))?(?:, fold=1)?(?:, tzinfo=(.+))?\\)";
    private static final Pattern DATE_TIME =
            Pattern.compile("(?:datetime\\.)?datetime\\((\\d{1,4}), (\\d{1,2}), (\\d{1,2}), " + CLOCK);
    private static final Pattern TIME = Pattern.compile("(?:datetime\\.)?time\\(" + CLOCK);
    private static final Pattern UTC = Pattern.compile(
            "(?:datetime\\.)?timezone\\.utc|tzutc\\(\\)|<UTC>|(?:zoneinfo\\.)?ZoneInfo\\((?:key=)?['\"]UTC['\"]\\)");
    private static final Pattern OFFSET = Pattern.compile("(?:datetime\\.)?timezone\\((?:datetime\\.)?timedelta\\("
            + "(?:days=(-?\\d{1,3}))?(?:, )?(?:seconds=(\\d{1,6}))?\\)(?:, '[^']*')?\\)");

    private PythonCalls() {}

    /** Returns the value of a call in JSON; null if it has no other form than its source. */
    static @Nullable Slice convert(Slice call) {
        if (call.length() > MAX_LENGTH) {
            return null;
        }
        byte first = call.at(0);
        if (first != 'D' && first != 'd' && first != 't') {
            return null;
        }
        String source = call.utf8();
        int open = source.indexOf('(');
        return switch (source.substring(0, open)) {
            case "Decimal", "decimal.Decimal" -> decimal(DECIMAL.matcher(source));
            case "date", "datetime.date" -> date(DATE.matcher(source));
            case "datetime", "datetime.datetime" -> dateTime(DATE_TIME.matcher(source));
            case "time", "datetime.time" -> time(TIME.matcher(source));
            default -> null;
        };
    }

    private static @Nullable Slice decimal(Matcher m) {
        if (!m.matches()) {
            return null;
        }
        Slice number = PythonNumbers.normalized(m.group(1));
        return number == null ? jsonString(new StringBuilder(m.group(1))) : number;
    }

    private static @Nullable Slice date(Matcher m) {
        return m.matches() ? jsonString(addDay(new StringBuilder(), m)) : null;
    }

    private static @Nullable Slice dateTime(Matcher m) {
        return m.matches() ? clock(addDay(new StringBuilder(), m).append('T'), m, 4) : null;
    }

    private static @Nullable Slice time(Matcher m) {
        return m.matches() ? clock(new StringBuilder(), m, 1) : null;
    }

    private static StringBuilder addDay(StringBuilder out, Matcher m) {
        add(out, number(m, 1), 4, '\0');
        add(out, number(m, 2), 2, '-');
        add(out, number(m, 3), 2, '-');
        return out;
    }

    /**
     * Adds the time from groups that begin with the hour; returns null if the source does not show the offset
     * of its time zone.
     */
    private static @Nullable Slice clock(StringBuilder out, Matcher m, int group) {
        String zone = m.group(group + 4);
        String offset = zone == null ? "" : offset(zone);
        if (offset == null) {
            return null;
        }
        add(out, number(m, group), 2, '\0');
        add(out, number(m, group + 1), 2, ':');
        add(out, number(m, group + 2), 2, ':');
        int micros = number(m, group + 3);
        if (micros > 0) {
            add(out, micros, 6, '.');
        }
        return jsonString(out.append(offset));
    }

    /** Adds a sign, unless it is NUL, and a number with zeros before it. */
    private static void add(StringBuilder out, int number, int digits, char sign) {
        if (sign != '\0') {
            out.append(sign);
        }
        String written = Integer.toString(number);
        out.append("000000", 0, Math.max(0, digits - written.length())).append(written);
    }

    private static @Nullable String offset(String zone) {
        if (UTC.matcher(zone).matches()) {
            return "+00:00";
        }
        Matcher m = OFFSET.matcher(zone);
        if (!m.matches()) {
            return null;
        }
        int seconds = number(m, 1) * 86_400 + number(m, 2);
        int minutes = Math.abs(seconds) / 60;
        StringBuilder out = new StringBuilder();
        add(out, minutes / 60, 2, seconds < 0 ? '-' : '+');
        add(out, minutes % 60, 2, ':');
        return out.toString();
    }

    private static int number(Matcher m, int group) {
        return m.group(group) == null ? 0 : Integer.parseInt(m.group(group));
    }

    private static Slice jsonString(StringBuilder value) {
        return new ByteSink(value.length() + 2).string(value.toString()).slice();
    }
}
