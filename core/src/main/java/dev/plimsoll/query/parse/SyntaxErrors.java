package dev.plimsoll.query.parse;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Creates the exceptions for syntax errors in an expression. Each shows an excerpt with a mark under the position. */
final class SyntaxErrors {

    /** Characters shown before and after the offset. */
    private static final int CONTEXT_LENGTH = 40;

    private final String expression;

    SyntaxErrors(String expression) {
        this.expression = expression;
    }

    RefusedException create(int offset, String problem, String suggestion) {
        int from = Math.max(0, offset - CONTEXT_LENGTH);
        int to = Math.min(expression.length(), offset + CONTEXT_LENGTH);
        String before = (from > 0 ? "…" : "") + replaceWideCharacters(expression.substring(from, offset));
        String after = replaceWideCharacters(expression.substring(offset, to)) + (to < expression.length() ? "…" : "");
        String mark = " ".repeat(before.length()) + "^";
        return new RefusedException(
                        ErrorCode.QUERY_INVALID,
                        "query: " + problem + " at " + position(offset) + "\n  " + before + after + "\n  " + mark,
                        suggestion)
                .detail("position", Integer.toString(offset));
    }

    /** Returns the position in words: the character, and the line if there are several. */
    private String position(int offset) {
        int line = 1
                + (int) expression
                        .substring(0, offset)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
        int lineStart = expression.lastIndexOf('\n', offset - 1) + 1;
        return expression.indexOf('\n') < 0
                ? "character " + (offset + 1)
                : "line " + line + ", character " + (offset - lineStart + 1);
    }

    /** Replaces characters so that each is one column wide, and the mark is under the right one. */
    private static String replaceWideCharacters(String line) {
        StringBuilder replaced = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            replaced.append(c < ' ' || Character.isSurrogate(c) ? ' ' : c);
        }
        return replaced.toString();
    }
}
