package dev.plimsoll.sql.h2;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.message.DbException;

/** Creates the errors of statements. */
final class StatementErrors {

    private static final int MAX_LENGTH = 300;
    /** Marker with which H2 shows the position of a syntax error. */
    private static final String POSITION_MARKER = "[*]";

    /** Beginning of the error of {@link NumberBounds}. */
    private static final String TOO_MANY_DIGITS = "Numeric value out of range: \"a number has";

    /** H2's message about a failed conversion. Between the quotes is the value, or two types, such as CHARACTER VARYING to DECFLOAT. */
    private static final Pattern CONVERSION =
            Pattern.compile("Data conversion error converting \"(.*)\"", Pattern.DOTALL);

    private static final int MAX_QUOTED_BEFORE = 30;
    private static final int MAX_QUOTED_AFTER = 40;

    private StatementErrors() {}

    static RefusedException limit(String name, long value, String unit) {
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the statement needs more than " + value + " " + unit + " (limit " + name + ")",
                        "join on equal columns, filter before joins, or add LIMIT to a recursive WITH")
                .detail("limit", name)
                .detail("value", Long.toString(value));
    }

    static RefusedException invalid(String message, String suggestion) {
        return new RefusedException(ErrorCode.QUERY_INVALID, "sql: " + shorten(message), suggestion);
    }

    static RefusedException from(DbException error, String statement) {
        String message = String.valueOf(error.getMessage());
        int end = message.indexOf("; SQL statement:");
        String text = (end < 0 ? message : message.substring(0, end)).replaceAll(" \\[\\d+-\\d+]$", "");
        int marker = text.indexOf(POSITION_MARKER);
        if (marker < 0 || !text.startsWith("Syntax error")) {
            String rewordedText = reword(text);
            return invalid(rewordedText, suggestion(rewordedText));
        }
        // for example: Syntax error in SQL statement "select [*]from"; expected "…"
        int start = text.indexOf('"') + 1;
        int errorOffset = Math.min(marker - start, statement.length());
        int expected = text.indexOf("; expected", marker);
        boolean isShown = expected >= 0 && text.indexOf(',', expected) < 0;
        String excerpt = statement.substring(
                Math.max(0, errorOffset - MAX_QUOTED_BEFORE),
                Math.min(statement.length(), errorOffset + MAX_QUOTED_AFTER));
        return invalid(
                "syntax error at character " + (errorOffset + 1) + ", near: " + excerpt.strip()
                        + (isShown ? "; expected " + shorten(text.substring(expected + 11)) : ""),
                "one SELECT statement; write names that are keywords or have spaces in double quotes, and texts in single quotes");
    }

    private static String suggestion(String message) {
        String lowerCase = message.toLowerCase(Locale.ROOT);
        if (lowerCase.startsWith("table")) {
            return "use a name that is listed in tables";
        }
        if (lowerCase.contains("group by list")) {
            return "an aggregate such as max(x), or GROUP BY";
        }
        if (lowerCase.startsWith("column")) {
            return "use a column that is listed in tables; texts in single quotes, names with spaces or keywords in double quotes";
        }
        if (lowerCase.startsWith("a text cannot") || lowerCase.startsWith("sum or avg")) {
            return "use TRY_CAST(x AS numeric), which is NULL for texts that are not numbers";
        }
        if (lowerCase.startsWith("a number has")) {
            return "calculate with smaller numbers";
        }
        if (lowerCase.startsWith("numeric value out of range")) {
            return "CAST(x AS numeric) before the calculation";
        }
        return lowerCase.startsWith("cannot parse") || lowerCase.contains("datetime")
                ? "write dates as CAST('2026-01-31' AS date); cut texts of other forms with left, right, or substring first"
                : lowerCase.startsWith("values of types")
                        ? "compare values of the same type, or convert with CAST(x AS …)"
                        : "correct the statement";
    }

    /** Returns the message of H2 in words that fit statements on results. */
    private static String reword(String message) {
        String text = message.replace(" (this database is empty)", "");
        if (text.startsWith(TOO_MANY_DIGITS)) {
            return text.substring(text.indexOf('"') + 1, text.length() - 1);
        }
        Matcher conversion = CONVERSION.matcher(text);
        if (!conversion.matches()) {
            return text.replace("CHARACTER VARYING", "text");
        }
        String value = conversion.group(1);
        return value.startsWith("CHARACTER VARYING to ")
                ? "a text cannot be converted to " + typeName(value.substring(value.lastIndexOf(' ') + 1))
                : "a text cannot be converted: \"" + value + '"';
    }

    private static String typeName(String name) {
        return name.equals("DECFLOAT") ? "numeric" : name.toLowerCase(Locale.ROOT);
    }

    private static String shorten(String message) {
        return message.length() <= MAX_LENGTH ? message : message.substring(0, MAX_LENGTH - 1) + "…";
    }
}
