package dev.plimsoll.sql.h2;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.Locale;
import org.h2.message.DbException;

/** Creates the errors of statements. */
final class StatementErrors {

    private static final int MAX_LENGTH = 300;
    /** Marker with which H2 shows the position of a syntax error. */
    private static final String POSITION_MARKER = "[*]";

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
            return invalid(text, suggestion(text));
        }
        // for example: Syntax error in SQL statement "select [*]from"; expected "…"
        int start = text.indexOf('"') + 1;
        int at = Math.min(marker - start, statement.length());
        int expected = text.indexOf("; expected", marker);
        String near = statement.substring(
                Math.max(0, at - MAX_QUOTED_BEFORE), Math.min(statement.length(), at + MAX_QUOTED_AFTER));
        return invalid(
                "syntax error at character " + (at + 1) + ", near: " + near.strip()
                        + (expected < 0 ? "" : "; expected " + shorten(text.substring(expected + 11))),
                "one SELECT statement; write names that are keywords or have spaces in double quotes, and texts in single quotes");
    }

    private static String suggestion(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.startsWith("column") || lower.startsWith("table")) {
            return "use the names in tables; quote a name that is a keyword or has spaces";
        }
        return lower.startsWith("data conversion") || lower.startsWith("values of types")
                ? "compare values of the same type, or convert with CAST(x AS …)"
                : "correct the statement";
    }

    private static String shorten(String message) {
        return message.length() <= MAX_LENGTH ? message : message.substring(0, MAX_LENGTH - 1) + "…";
    }
}
