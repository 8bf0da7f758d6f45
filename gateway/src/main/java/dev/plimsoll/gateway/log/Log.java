package dev.plimsoll.gateway.log;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Log on standard error, one line per event: {@code time level plimsoll: event key=value …}. Values are quoted if
 * necessary, and control characters are replaced, so that names from a server or client cannot forge a line.
 */
public final class Log {

    private static final int MAX_VALUE_LENGTH = 300;

    private final PrintStream out;
    private volatile LogSeverity threshold;

    public Log(PrintStream out, LogSeverity threshold) {
        this.out = out;
        this.threshold = threshold;
    }

    /** Sets the lowest severity that is logged. */
    public void setThreshold(LogSeverity logSeverity) {
        threshold = logSeverity;
    }

    public boolean isEnabled(LogSeverity logSeverity) {
        return logSeverity.compareTo(threshold) >= 0;
    }

    /**
     * Logs one line.
     *
     * @param event a short fixed text
     * @param facts alternating names and values
     */
    public void log(LogSeverity logSeverity, String event, Object... facts) {
        if (!isEnabled(logSeverity)) {
            return;
        }
        StringBuilder line = new StringBuilder(160);
        line.append(Instant.now().truncatedTo(ChronoUnit.MILLIS)).append(' ').append(logSeverity);
        line.append(" plimsoll: ").append(event);
        for (int i = 0; i + 1 < facts.length; i += 2) {
            line.append(' ').append(facts[i]).append('=');
            appendValue(String.valueOf(facts[i + 1]), line);
        }
        out.println(line);
    }

    private static void appendValue(String value, StringBuilder line) {
        boolean isPlain = !value.isEmpty() && value.length() <= MAX_VALUE_LENGTH;
        for (int i = 0; isPlain && i < value.length(); i++) {
            char c = value.charAt(i);
            isPlain = c > ' ' && c < 0x7f && c != '"' && c != '=';
        }
        if (isPlain) {
            line.append(value);
            return;
        }
        line.append('"');
        for (int i = 0; i < Math.min(value.length(), MAX_VALUE_LENGTH); i++) {
            char c = value.charAt(i);
            line.append(isUnsafe(c) ? '?' : c == '"' ? '\'' : c);
        }
        line.append(value.length() > MAX_VALUE_LENGTH ? "…\"" : "\"");
    }

    /**
     * Returns whether the character ends a line, moves a terminal's cursor, changes the visible order of the text, or
     * is invisible.
     */
    private static boolean isUnsafe(char c) {
        return Character.isISOControl(c)
                || Character.isSurrogate(c)
                || switch (Character.getType(c)) {
                    case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
                    default -> false;
                };
    }
}
