package dev.plimsoll.gateway.wrap.syntax;

/**
 * Thrown for an invalid text. The message contains the line, the column (both from 1), and the problem, but no part of
 * the text.
 */
public final class SyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    private SyntaxException(int line, int column, String problem) {
        super(line + ":" + column + ": " + problem);
        this.line = line;
        this.column = column;
    }

    /** Creates an exception for a position in a text. */
    public static SyntaxException create(String text, int position, String problem) {
        int line = 1;
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        for (int i = start; i < position; i++) {
            char c = text.charAt(i);
            if (c == '\n' || (c == '\r' && !text.startsWith("\n", i + 1))) {
                line++;
                start = i + 1;
            }
        }
        return new SyntaxException(line, 1 + text.codePointCount(start, Math.max(start, position)), problem);
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
