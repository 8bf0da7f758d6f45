package dev.plimsoll.gateway.trial.view;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints readable JSON: a container that fits stays on one line, others are indented. Values are printed as they were
 * written. Iterative, because answers may be nested thousands of levels deep; very deep levels are not indented
 * further.
 */
final class JsonPrinter {

    private static final int STEP = 2;
    private static final int DEEPEST = 16;
    private static final int LONG = 200;
    private static final int SHOWN = 60;

    private enum Sort {
        OPEN,
        CLOSE,
        KEY,
        STRING,
        SCALAR
    }

    /** One token; for an opening bracket, also the width of its container on one line. */
    private static final class Token {
        final Sort sort;
        final String text;
        int width;
        boolean empty;

        Token(Sort type, String text) {
            this.sort = type;
            this.text = text;
            this.width = text.length();
        }
    }

    private final TerminalColors terminalColors;
    private final int width;
    private final boolean binary;
    private final StringBuilder out = new StringBuilder();
    private int column;

    /**
     * Creates a printer for lines of that width.
     *
     * @param binary whether long strings are binary data, such as images, and are shortened
     */
    JsonPrinter(TerminalColors terminalColors, int width, boolean binary) {
        this.terminalColors = terminalColors;
        this.width = width;
        this.binary = binary;
    }

    String print(Slice value) {
        List<Token> tokens = tokens(value);
        measure(tokens);
        Deque<Boolean> multiline = new ArrayDeque<>();
        Token previous = null;
        int nesting = 0;
        for (Token token : tokens) {
            boolean breakLine = !multiline.isEmpty() && multiline.peek();
            if (token.sort == Sort.CLOSE) {
                multiline.pop();
                nesting--;
                if (breakLine && previous != null && previous.sort != Sort.OPEN) {
                    newLine(multiline.size());
                }
            } else {
                separate(previous, breakLine, multiline.size());
            }
            put(token.text, inked(token));
            if (token.sort == Sort.OPEN) {
                boolean fits = column - 1 + token.width <= width || nesting >= DEEPEST || token.empty;
                multiline.push(!fits && (multiline.isEmpty() || multiline.peek()));
                nesting++;
            }
            previous = token;
        }
        return out.toString();
    }

    private void separate(@Nullable Token previous, boolean breakLine, int depth) {
        if (previous == null) {
            return;
        }
        if (previous.sort == Sort.KEY) {
            put(": ", ": ");
            return;
        }
        boolean first = previous.sort == Sort.OPEN;
        put(first ? "" : ",", first ? "" : ",");
        if (breakLine) {
            newLine(depth);
        } else {
            put(first ? "" : " ", first ? "" : " ");
        }
    }

    private void newLine(int depth) {
        out.append('\n');
        column = 0;
        String indent = " ".repeat(STEP * depth);
        put(indent, indent);
    }

    /** Appends text. Colors do not count for the column. */
    private void put(String plain, String colored) {
        column += plain.length();
        out.append(colored);
    }

    private String inked(Token token) {
        return switch (token.sort) {
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
                tokens.add(new Token(Sort.OPEN, c == '{' ? "{" : "["));
                at++;
            } else if (c == '}' || c == ']') {
                tokens.add(new Token(Sort.CLOSE, c == '}' ? "}" : "]"));
                at++;
            } else if (c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ':') {
                at++;
            } else {
                int end = Json.skipValue(b, at, value.to());
                int after = Json.skipSpace(b, end, value.to());
                boolean isKey = c == '"' && after < value.to() && b[after] == ':';
                String text = text(new Slice(b, at, c == '"' ? end : scalarEnd(b, at, end)));
                tokens.add(new Token(isKey ? Sort.KEY : c == '"' ? Sort.STRING : Sort.SCALAR, text));
                at = end;
            }
        }
        return tokens;
    }

    private String text(Slice token) {
        if (!binary || token.length() <= LONG) {
            return HumanText.harmless(token);
        }
        return HumanText.harmless(token.sub(0, SHOWN)) + "…\" (" + HumanText.number(token.length() - 2L)
                + " characters)";
    }

    /** Returns the end of a scalar, which in invalid JSON may run into a colon. */
    private static int scalarEnd(byte[] b, int at, int end) {
        int i = at;
        while (i < end && b[i] != ':') {
            i++;
        }
        return Math.max(i, at + 1);
    }

    private static void measure(List<Token> tokens) {
        Deque<Token> open = new ArrayDeque<>();
        Token previous = null;
        for (Token token : tokens) {
            Token container = open.peek();
            if (token.sort == Sort.CLOSE && container != null) {
                open.pop();
                container.width += 1;
                container.empty = previous == container;
                Token outer = open.peek();
                if (outer != null) {
                    outer.width += container.width;
                }
            } else {
                if (container != null) {
                    // a comma or a colon, and a space
                    container.width += previous == container ? 0 : 2;
                    container.width += token.sort == Sort.OPEN ? 0 : token.text.length();
                }
                if (token.sort == Sort.OPEN) {
                    open.push(token);
                }
            }
            previous = token;
        }
    }
}
