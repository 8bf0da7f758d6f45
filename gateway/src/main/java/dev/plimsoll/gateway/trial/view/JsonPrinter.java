package dev.plimsoll.gateway.trial.view;

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
        List<Token> tokens = tokens(value);
        measureWidths(tokens);
        Deque<Boolean> multiline = new ArrayDeque<>();
        Token previous = null;
        int nesting = 0;
        for (Token token : tokens) {
            boolean breakLine = !multiline.isEmpty() && multiline.peek();
            if (token.type == TokenType.CLOSE) {
                multiline.pop();
                nesting--;
                if (breakLine && previous != null && previous.type != TokenType.OPEN) {
                    newLine(multiline.size());
                }
            } else {
                separate(previous, breakLine, multiline.size());
            }
            append(token.text, colored(token));
            if (token.type == TokenType.OPEN) {
                boolean fits = column - 1 + token.width <= width || nesting >= MAX_INDENTED_DEPTH || token.isEmpty;
                multiline.push(!fits && (multiline.isEmpty() || multiline.peek()));
                nesting++;
            }
            previous = token;
        }
        return out.toString();
    }

    private void separate(@Nullable Token previous, boolean breaksLine, int depth) {
        if (previous == null) {
            return;
        }
        if (previous.type == TokenType.KEY) {
            append(": ", ": ");
            return;
        }
        boolean isFirst = previous.type == TokenType.OPEN;
        append(isFirst ? "" : ",", isFirst ? "" : ",");
        if (breaksLine) {
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

    private String colored(Token token) {
        return switch (token.type) {
            case OPEN, CLOSE -> token.text;
            case KEY -> terminalColors.key(token.text);
            case STRING -> terminalColors.string(token.text);
            case SCALAR -> terminalColors.scalar(token.text);
        };
    }

    private List<Token> tokens(Slice value) {
        List<Token> tokens = new ArrayList<>();
        byte[] b = value.bytes();
        int at = value.from();
        while (at < value.to()) {
            byte c = b[at];
            if (c == '{' || c == '[') {
                tokens.add(new Token(TokenType.OPEN, c == '{' ? "{" : "["));
                at++;
            } else if (c == '}' || c == ']') {
                tokens.add(new Token(TokenType.CLOSE, c == '}' ? "}" : "]"));
                at++;
            } else if (c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ':') {
                at++;
            } else {
                int end = Json.skipValue(b, at, value.to());
                int after = Json.skipSpace(b, end, value.to());
                boolean isKey = c == '"' && after < value.to() && b[after] == ':';
                String text = text(new Slice(b, at, c == '"' ? end : scalarEnd(b, at, end)));
                tokens.add(new Token(isKey ? TokenType.KEY : c == '"' ? TokenType.STRING : TokenType.SCALAR, text));
                at = end;
            }
        }
        return tokens;
    }

    private String text(Slice token) {
        if (!isBinary || token.length() <= MAX_STRING_BYTES) {
            return HumanText.sanitize(token);
        }
        return HumanText.sanitize(token.sub(0, PREVIEW_BYTES)) + "…\" (" + HumanText.number(token.length() - 2L)
                + " characters)";
    }

    /** Returns the end of a scalar: before a colon, which may only follow directly in invalid JSON. */
    private static int scalarEnd(byte[] b, int at, int end) {
        int i = at;
        while (i < end && b[i] != ':') {
            i++;
        }
        return Math.max(i, at + 1);
    }

    private static void measureWidths(List<Token> tokens) {
        Deque<Token> open = new ArrayDeque<>();
        Token previous = null;
        for (Token token : tokens) {
            Token container = open.peek();
            if (token.type == TokenType.CLOSE && container != null) {
                open.pop();
                container.width += 1;
                container.isEmpty = previous == container;
                Token outer = open.peek();
                if (outer != null) {
                    outer.width += container.width;
                }
            } else {
                if (container != null) {
                    // two characters separate it from the previous token: a comma or a colon, and a space
                    container.width += previous == container ? 0 : 2;
                    container.width += token.type == TokenType.OPEN ? 0 : token.text.length();
                }
                if (token.type == TokenType.OPEN) {
                    open.push(token);
                }
            }
            previous = token;
        }
    }
}
