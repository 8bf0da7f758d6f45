package dev.plimsoll.query.text;

import dev.plimsoll.query.value.QueryError;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Check of a regular expression before it is compiled, and its translation for RE2. The check refuses features that RE2
 * lacks and expressions that would become too large. The translation rewrites other syntax that RE2 does not know, such
 * as {@code \h} (a hexadecimal digit), and removes comments and, with the flag {@code x}, white space.
 */
final class RegexSyntax {

    private static final int MAX_LENGTH = 10_000;
    private static final int MAX_SIZE = 10_000;
    private static final int MAX_DEPTH = 100;

    private final String regex;
    private final boolean isExtended;
    private final StringBuilder pattern = new StringBuilder();

    /** Sizes of the groups that enclose the current one, two numbers for each: {@link #size} and {@link #lastSize}. */
    private final Deque<Long> enclosingSizes = new ArrayDeque<>();

    private int offset;

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
            throw syntax.error("it has more than " + MAX_LENGTH + " characters");
        }
        while (syntax.offset < regex.length()) {
            syntax.readPart();
        }
        return syntax;
    }

    /** Returns the translated expression. */
    String pattern() {
        return pattern.toString();
    }

    /** Returns the approximate number of instructions. */
    int size() {
        return (int) Math.max(1, size);
    }

    private QueryError error(String reason) {
        String excerpt = regex.length() > 60 ? regex.substring(0, 60) + "…" : regex;
        return new QueryError(excerpt + " (at offset " + offset + ") is not a valid regex: " + reason
                + "; regular expressions are RE2's, which have no backreferences and no lookaround");
    }

    private void readPart() {
        char c = regex.charAt(offset);
        switch (c) {
            case '\\' -> readEscape();
            case '[' -> readSet();
            case '(' -> openGroup();
            case ')' -> closeGroup();
            case '{' -> readRepetition();
            default -> readPlain(c);
        }
    }

    private void readPlain(char c) {
        if (isExtended && Character.isWhitespace(c)) {
            offset++;
            return;
        }
        if (isExtended && c == '#') {
            while (offset < regex.length() && regex.charAt(offset) != '\n') {
                offset++;
            }
            return;
        }
        pattern.append(c);
        offset++;
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

    private void multiplyLast(long count) {
        size += lastSize * (count - 1);
        lastSize *= count;
        if (size > MAX_SIZE) {
            throw error("its repetitions make it too large");
        }
    }

    private void readEscape() {
        char next = offset + 1 < regex.length() ? regex.charAt(offset + 1) : '\\';
        if ((next >= '1' && next <= '9') || next == 'k' || next == 'g') {
            throw error("a backreference");
        }
        if (next == 'h' || next == 'H') {
            pattern.append(next == 'h' ? "[0-9a-fA-F]" : "[^0-9a-fA-F]");
        } else if (next == 'Z') {
            pattern.append("(?:\\n?\\z)");
        } else {
            pattern.append('\\');
            if (offset + 1 < regex.length()) {
                pattern.append(next);
            }
        }
        offset = Math.min(regex.length(), offset + 2);
        addSize(next == 'p' || next == 'P' ? 20 : 1);
    }

    private void readSet() {
        pattern.append('[');
        offset++;
        if (offset < regex.length() && regex.charAt(offset) == '^') {
            pattern.append('^');
            offset++;
        }
        boolean isFirst = true;
        while (offset < regex.length() && (isFirst || regex.charAt(offset) != ']')) {
            isFirst = false;
            boolean isEscaped = regex.charAt(offset) == '\\' && offset + 1 < regex.length();
            boolean isNamed = regex.startsWith("[:", offset) && regex.indexOf(":]", offset) > 0;
            int to = isNamed ? regex.indexOf(":]", offset) + 2 : isEscaped ? offset + 2 : offset + 1;
            pattern.append(regex, offset, to);
            offset = to;
        }
        if (offset < regex.length()) {
            pattern.append(']');
            offset++;
        }
        addSize(4);
    }

    private void openGroup() {
        if (enclosingSizes.size() / 2 >= MAX_DEPTH) {
            throw error("its groups are nested more than " + MAX_DEPTH + " levels deep");
        }
        for (String lookaround : new String[] {"(?=", "(?!", "(?<=", "(?<!"}) {
            if (regex.startsWith(lookaround, offset)) {
                throw error("lookaround " + lookaround + "…)");
            }
        }
        if (regex.startsWith("(?>", offset)) {
            throw error("an atomic group (?>…)");
        }
        if (regex.startsWith("(?#", offset)) {
            int end = regex.indexOf(')', offset);
            offset = end < 0 ? regex.length() : end + 1;
            return;
        }
        if (regex.startsWith("(?<", offset)) {
            pattern.append("(?P<");
            offset += 3;
        } else {
            int to = regex.startsWith("(?", offset) ? offset + 2 : offset + 1;
            pattern.append(regex, offset, to);
            offset = to;
        }
        enclosingSizes.addLast(size);
        enclosingSizes.addLast(lastSize);
        size = 0;
        lastSize = 0;
    }

    private void closeGroup() {
        pattern.append(')');
        offset++;
        if (enclosingSizes.isEmpty()) {
            return;
        }
        enclosingSizes.removeLast();
        long sizeBefore = enclosingSizes.removeLast();
        long groupSize = size + 2;
        size = sizeBefore;
        addSize(groupSize);
    }

    private void readRepetition() {
        int end = regex.indexOf('}', offset);
        String bounds = end < 0 ? "" : regex.substring(offset + 1, end);
        if (!bounds.matches("[0-9]{0,5}(,[0-9]{0,5})?") || bounds.isEmpty() || bounds.equals(",")) {
            pattern.append("\\{");
            offset++;
            addSize(1);
            return;
        }
        String from = bounds.startsWith(",") ? "0" + bounds : bounds;
        pattern.append('{').append(from).append('}');
        offset = end + 1;
        int comma = from.indexOf(',');
        String max = comma < 0 || comma == from.length() - 1 ? from.replace(",", "") : from.substring(comma + 1);
        multiplyLast(Math.max(1, Long.parseLong(max)) + (from.endsWith(",") ? 1 : 0));
    }
}
