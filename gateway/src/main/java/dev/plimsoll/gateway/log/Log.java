package dev.plimsoll.gateway.log;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Lines on standard error: {@code time level event key=value …}. Values that need it are quoted, control characters never
 * get through: what a server or a client calls its things must not be able to forge a line.
 */
public final class Log {

    private static final int LONGEST = 300;

    private final PrintStream out;
    private volatile LogSeverity least;

    public Log(PrintStream out, LogSeverity least) {
        this.out = out;
        this.least = least;
    }

    /** From now on only what is at least that grave is said. */
    public void atLeast(LogSeverity logSeverity) {
        least = logSeverity;
    }

    public boolean says(LogSeverity logSeverity) {
        return logSeverity.compareTo(least) >= 0;
    }

    /**
     * One line.
     *
     * @param event what happened, in a few words of ours
     * @param facts names and values in turn
     */
    public void log(LogSeverity logSeverity, String event, Object... facts) {
        if (!says(logSeverity)) {
            return;
        }
        StringBuilder line = new StringBuilder(160);
        line.append(Instant.now().truncatedTo(ChronoUnit.MILLIS)).append(' ').append(logSeverity);
        line.append(" plimsoll: ").append(event);
        for (int i = 0; i + 1 < facts.length; i += 2) {
            line.append(' ').append(facts[i]).append('=');
            value(String.valueOf(facts[i + 1]), line);
        }
        out.println(line);
    }

    private static void value(String value, StringBuilder line) {
        boolean plain = !value.isEmpty() && value.length() <= LONGEST;
        for (int i = 0; plain && i < value.length(); i++) {
            char c = value.charAt(i);
            plain = c > ' ' && c < 0x7f && c != '"' && c != '=';
        }
        if (plain) {
            line.append(value);
            return;
        }
        line.append('"');
        for (int i = 0; i < Math.min(value.length(), LONGEST); i++) {
            char c = value.charAt(i);
            line.append(isOdd(c) ? '?' : c == '"' ? '\'' : c);
        }
        line.append(value.length() > LONGEST ? "…\"" : "\"");
    }

    /** What ends a line, moves a terminal's cursor, or makes a reader see another order than there is, or nothing at all. */
    private static boolean isOdd(char c) {
        return Character.isISOControl(c)
                || Character.isSurrogate(c)
                || switch (Character.getType(c)) {
                    case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
                    default -> false;
                };
    }
}
