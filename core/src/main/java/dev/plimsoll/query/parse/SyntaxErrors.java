package dev.plimsoll.query.parse;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Reports syntax errors in an expression, with the place and a mark under it. */
final class SyntaxErrors {

    /** Characters shown before and after the place. */
    private static final int AROUND = 40;

    private final String expression;

    SyntaxErrors(String expression) {
        this.expression = expression;
    }

    RefusedException at(int place, String what, String suggestion) {
        int from = Math.max(0, place - AROUND);
        int to = Math.min(expression.length(), place + AROUND);
        String before = (from > 0 ? "…" : "") + plain(expression.substring(from, place));
        String after = plain(expression.substring(place, to)) + (to < expression.length() ? "…" : "");
        String mark = " ".repeat(before.length()) + "^";
        return new RefusedException(
                        ErrorCode.QUERY_INVALID,
                        "query: " + what + " at character " + (place + 1) + "\n  " + before + after + "\n  " + mark,
                        suggestion)
                .detail("position", Integer.toString(place));
    }

    /** Replaces characters so that each is one column wide, and the mark is under the right one. */
    private static String plain(String part) {
        StringBuilder plain = new StringBuilder(part.length());
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            plain.append(c < ' ' || Character.isSurrogate(c) ? ' ' : c);
        }
        return plain.toString();
    }
}
