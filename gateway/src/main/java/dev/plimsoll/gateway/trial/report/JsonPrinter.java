package dev.plimsoll.gateway.trial.report;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints readable JSON. An object or array that fits stays on one line; the members or items of any other are
 * printed on separate, indented lines. Values are printed as they are written. Uses no recursion, because
 * answers may be nested thousands of levels deep; very deep levels are not indented further.
 */
final class JsonPrinter {

    private static final int INDENT = 2;
    private static final int MAX_INDENTED_DEPTH = 16;
    private static final int MAX_STRING_BYTES = 200;
    private static final int PREVIEW_BYTES = 60;

    private enum TokenType {
        OPEN,
        CLOSE,
        KEY,
        STRING,
        SCALAR
    }

    /** One token. For an opening bracket, {@code width} is the width of the whole object or array on one line. */
    private static final class Token {
        final TokenType type;
        final String text;
        int width;
        boolean isEmpty;

        Token(TokenType type, String text) {
            this.type = type;
            this.text = text;
            this.width = text.length();
        }
    }

    private final TerminalColors terminalColors;
    private final int width;
    private final boolean isBinary;
    private final StringBuilder out = new StringBuilder();
    private int column;

    /**
     * Creates a printer.
     *
     * @param width width of a line
     * @param isBinary whether long strings are binary data, such as images, so that they are shortened
     */
    JsonPrinter(TerminalColors terminalColors, int width, boolean isBinary) {
        this.terminalColors = terminalColors;
        this.width = width;
        this.isBinary = isBinary;
    }

    String print(Slice value) {
        List<Token> tokens = tokenize(value);
        measureWidths(tokens);
        Deque<Boolean> multilineFlags = new ArrayDeque<>();
        Token previous = null;
        int nesting = 0;
        for (Token token : tokens) {
            boolean hasLineBreak = !multilineFlags.isEmpty() && multilineFlags.peek();
            if (token.type == TokenType.CLOSE) {
                multilineFlags.pop();
                nesting--;
                if (hasLineBreak && previous != null && previous.type != TokenType.OPEN) {
                    newLine(multilineFlags.size());
                }
            } else {
                separate(previous, hasLineBreak, multilineFlags.size());
            }
            append(token.text, colorize(token));
            if (token.type == TokenType.OPEN) {
                boolean isOneLine = column - 1 + token.width <= width || nesting >= MAX_INDENTED_DEPTH || token.isEmpty;
                multilineFlags.push(!isOneLine && (multilineFlags.isEmpty() || multilineFlags.peek()));
                nesting++;
            }
            previous = token;
        }
        return out.toString();
    }

    private void separate(@Nullable Token previous, boolean hasLineBreak, int depth) {
        if (previous == null) {
            return;
        }
        if (previous.type == TokenType.KEY) {
            append(": ", ": ");
            return;
        }
        boolean isFirst = previous.type == TokenType.OPEN;
        append(isFirst ? "" : ",", isFirst ? "" : ",");
        if (hasLineBreak) {
            newLine(depth);
        } else {
            append(isFirst ? "" : " ", isFirst ? "" : " ");
        }
    }

    private void newLine(int depth) {
        out.append('\n');
        column = 0;
        String indent = " ".repeat(INDENT * depth);
        append(indent, indent);
    }

    /** Appends text. The column advances by the plain text, because color codes have no width. */
    private void append(String plain, String colored) {
        column += plain.length();
        out.append(colored);
    }

    private String colorize(Token token) {
        return switch (token.type) {
            case OPEN, CLOSE -> token.text;
            case KEY -> terminalColors.key(token.text);
            case STRING -> terminalColors.string(token.text);
            case SCALAR -> terminalColors.scalar(token.text);
        };
    }

    private List<Token> tokenize(Slice value) {
        List<Token> tokens = new ArrayList<>();
        byte[] bytes = value.bytes();
        int position = value.from();
        while (position < value.to()) {
            byte c = bytes[position];
            if (c == '{' || c == '[') {
                tokens.add(new Token(TokenType.OPEN, c == '{' ? "{" : "["));
                position++;
            } else if (c == '}' || c == ']') {
                tokens.add(new Token(TokenType.CLOSE, c == '}' ? "}" : "]"));
                position++;
            } else if (c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ':') {
                position++;
            } else {
                int end = Json.skipValue(bytes, position, value.to());
                int nextPosition = Json.skipSpace(bytes, end, value.to());
                boolean isKey = c == '"' && nextPosition < value.to() && bytes[nextPosition] == ':';
                String text = displayText(new Slice(bytes, position, c == '"' ? end : scalarEnd(bytes, position, end)));
                tokens.add(new Token(isKey ? TokenType.KEY : c == '"' ? TokenType.STRING : TokenType.SCALAR, text));
                position = end;
            }
        }
        return tokens;
    }

    private String displayText(Slice token) {
        if (!isBinary || token.length() <= MAX_STRING_BYTES) {
            return HumanText.sanitize(token);
        }
        return HumanText.sanitize(token.sub(0, PREVIEW_BYTES)) + "…\" (" + HumanText.formatNumber(token.length() - 2L)
                + " characters)";
    }

    /** Returns the end of a scalar. It ends before a colon, which can follow a scalar only in invalid JSON. */
    private static int scalarEnd(byte[] bytes, int start, int end) {
        int i = start;
        while (i < end && bytes[i] != ':') {
            i++;
        }
        return Math.max(i, start + 1);
    }

    private static void measureWidths(List<Token> tokens) {
        Deque<Token> openTokens = new ArrayDeque<>();
        Token previous = null;
        for (Token token : tokens) {
            Token container = openTokens.peek();
            if (token.type == TokenType.CLOSE && container != null) {
                openTokens.pop();
                container.width += 1;
                container.isEmpty = previous == container;
                Token parent = openTokens.peek();
                if (parent != null) {
                    parent.width += container.width;
                }
            } else {
                if (container != null) {
                    // two characters separate the token from the previous one: a comma or a colon, and a space
                    container.width += previous == container ? 0 : 2;
                    container.width += token.type == TokenType.OPEN ? 0 : token.text.length();
                }
                if (token.type == TokenType.OPEN) {
                    openTokens.push(token);
                }
            }
            previous = token;
        }
    }
}
