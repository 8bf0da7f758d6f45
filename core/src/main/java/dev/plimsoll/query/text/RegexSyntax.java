package dev.plimsoll.query.text;

import dev.plimsoll.query.value.QueryError;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Checks a regular expression before it is compiled. It explains features that RE2 lacks, refuses expressions that would grow
 * too large, and removes comments of the flag {@code x}.
 */
final class RegexSyntax {

    private static final int MAX_LENGTH = 10_000;
    private static final int MAX_SIZE = 10_000;
    private static final int MAX_DEPTH = 100;

    private final String regex;
    private final boolean isExtended;
    private final StringBuilder pattern = new StringBuilder();

    /** Sizes of the groups around the current one, two numbers for each: {@link #size} and {@link #lastSize}. */
    private final Deque<Long> outer = new ArrayDeque<>();

    private int at;

    /** Sizes of the current group so far and of its last part, which a repetition repeats. */
    private long size;

    private long lastSize;

    private RegexSyntax(String regex, boolean isExtended) {
        this.regex = regex;
        this.isExtended = isExtended;
    }

    static RegexSyntax parse(String regex, boolean isExtended) {
        RegexSyntax syntax = new RegexSyntax(regex, isExtended);
        if (regex.length() > MAX_LENGTH) {
            throw syntax.refused("it has more than " + MAX_LENGTH + " characters");
        }
        while (syntax.at < regex.length()) {
            syntax.part();
        }
        return syntax;
    }

    String pattern() {
        return pattern.toString();
    }

    /** Returns the approximate number of instructions. */
    int size() {
        return (int) Math.max(1, size);
    }

    private QueryError refused(String why) {
        String shown = regex.length() > 60 ? regex.substring(0, 60) + "…" : regex;
        return new QueryError(shown + " (at offset " + at + ") is not a valid regex: " + why
                + "; regular expressions are RE2's, which have no backreferences and no lookaround");
    }

    private void part() {
        char c = regex.charAt(at);
        switch (c) {
            case '\\' -> escape();
            case '[' -> set();
            case '(' -> open();
            case ')' -> close();
            case '{' -> repeat();
            default -> plain(c);
        }
    }

    private void plain(char c) {
        if (isExtended && Character.isWhitespace(c)) {
            at++;
            return;
        }
        if (isExtended && c == '#') {
            while (at < regex.length() && regex.charAt(at) != '\n') {
                at++;
            }
            return;
        }
        pattern.append(c);
        at++;
        boolean isOperator = "*+?|".indexOf(c) >= 0;
        addSize(isOperator ? 0 : 1);
        if (c == '+') {
            multiplyLast(2);
        }
    }

    private void addSize(long atomSize) {
        if (atomSize > 0) {
            lastSize = atomSize;
        }
        size += atomSize;
    }

    private void multiplyLast(long times) {
        size += lastSize * (times - 1);
        lastSize *= times;
        if (size > MAX_SIZE) {
            throw refused("its repetitions make it too large");
        }
    }

    private void escape() {
        char next = at + 1 < regex.length() ? regex.charAt(at + 1) : '\\';
        if ((next >= '1' && next <= '9') || next == 'k' || next == 'g') {
            throw refused("a backreference");
        }
        if (next == 'h' || next == 'H') {
            pattern.append(next == 'h' ? "[0-9a-fA-F]" : "[^0-9a-fA-F]");
        } else if (next == 'Z') {
            pattern.append("(?:\\n?\\z)");
        } else {
            pattern.append('\\');
            if (at + 1 < regex.length()) {
                pattern.append(next);
            }
        }
        at = Math.min(regex.length(), at + 2);
        addSize(next == 'p' || next == 'P' ? 20 : 1);
    }

    private void set() {
        pattern.append('[');
        at++;
        if (at < regex.length() && regex.charAt(at) == '^') {
            pattern.append('^');
            at++;
        }
        boolean isFirst = true;
        while (at < regex.length() && (isFirst || regex.charAt(at) != ']')) {
            isFirst = false;
            boolean isEscaped = regex.charAt(at) == '\\' && at + 1 < regex.length();
            boolean isNamed = regex.startsWith("[:", at) && regex.indexOf(":]", at) > 0;
            int to = isNamed ? regex.indexOf(":]", at) + 2 : isEscaped ? at + 2 : at + 1;
            pattern.append(regex, at, to);
            at = to;
        }
        if (at < regex.length()) {
            pattern.append(']');
            at++;
        }
        addSize(4);
    }

    private void open() {
        if (outer.size() / 2 >= MAX_DEPTH) {
            throw refused("its groups are nested more than " + MAX_DEPTH + " levels deep");
        }
        for (String lookaround : new String[] {"(?=", "(?!", "(?<=", "(?<!"}) {
            if (regex.startsWith(lookaround, at)) {
                throw refused("lookaround " + lookaround + "…)");
            }
        }
        if (regex.startsWith("(?>", at)) {
            throw refused("an atomic group (?>…)");
        }
        if (regex.startsWith("(?#", at)) {
            int end = regex.indexOf(')', at);
            at = end < 0 ? regex.length() : end + 1;
            return;
        }
        if (regex.startsWith("(?<", at)) {
            pattern.append("(?P<");
            at += 3;
        } else {
            int to = regex.startsWith("(?", at) ? at + 2 : at + 1;
            pattern.append(regex, at, to);
            at = to;
        }
        outer.addLast(size);
        outer.addLast(lastSize);
        size = 0;
        lastSize = 0;
    }

    private void close() {
        pattern.append(')');
        at++;
        if (outer.isEmpty()) {
            return;
        }
        outer.removeLast();
        long before = outer.removeLast();
        long inside = size + 2;
        size = before;
        addSize(inside);
    }

    private void repeat() {
        int end = regex.indexOf('}', at);
        String bounds = end < 0 ? "" : regex.substring(at + 1, end);
        if (!bounds.matches("[0-9]{0,5}(,[0-9]{0,5})?") || bounds.isEmpty() || bounds.equals(",")) {
            pattern.append("\\{");
            at++;
            addSize(1);
            return;
        }
        String from = bounds.startsWith(",") ? "0" + bounds : bounds;
        pattern.append('{').append(from).append('}');
        at = end + 1;
        int comma = from.indexOf(',');
        String max = comma < 0 || comma == from.length() - 1 ? from.replace(",", "") : from.substring(comma + 1);
        multiplyLast(Math.max(1, Long.parseLong(max)) + (from.endsWith(",") ? 1 : 0));
    }
}
