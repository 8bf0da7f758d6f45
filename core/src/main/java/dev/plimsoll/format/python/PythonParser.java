package dev.plimsoll.format.python;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Parses Python literals and writes them as JSON. A method that parses returns false if the text is no literal; if the text
 * only ends too soon, the parser is at its end.
 */
final class PythonParser {

    /** Maximum nesting. A text with more is not converted. */
    private static final int MAX_DEPTH = 400;

    private final byte[] b;
    private final int end;
    private final ByteSink out;
    private final PythonScalars scalars;
    private int at;

    PythonParser(Slice text, ByteSink out) {
        this.b = text.bytes();
        this.at = text.from();
        this.end = text.to();
        this.out = out;
        this.scalars = new PythonScalars(text, out);
    }

    int at() {
        return at;
    }

    boolean isAtEnd() {
        return at >= end;
    }

    boolean isAt(char c) {
        return at < end && b[at] == c;
    }

    boolean isAtContainer() {
        return isAt('[') || isAt('(') || isAt('{');
    }

    void skipSpace() {
        while (at < end && (b[at] == ' ' || b[at] == '\n' || b[at] == '\r' || b[at] == '\t')) {
            at++;
        }
    }

    /** Skips white space; returns whether it has a line break. */
    boolean skipLineEnd() {
        int from = at;
        skipSpace();
        for (int i = from; i < at; i++) {
            if (b[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    /** Parses a list, tuple, set, or dict, and adds the places of the items of a list. */
    boolean container(Spans items) {
        return container(items, 0);
    }

    private boolean container(@Nullable Spans items, int depth) {
        byte open = b[at];
        if (open == '{') {
            return braces(items, depth);
        }
        at++;
        int start = out.size();
        out.ascii("[");
        int count = 0;
        boolean hasComma = false;
        byte close = open == '[' ? (byte) ']' : (byte) ')';
        for (skipSpace(); at < end && b[at] != close; skipSpace()) {
            if (count > 0 && !hasComma) {
                return false;
            }
            out.ascii(count == 0 ? "" : ",");
            int from = at;
            if (!value(depth + 1)) {
                return false;
            }
            add(items, from, at);
            count++;
            hasComma = skipComma();
        }
        if (at >= end) {
            return false;
        }
        at++;
        boolean isParenthesized = open == '(' && count == 1 && !hasComma;
        if (isParenthesized) {
            // a value in parentheses is no tuple
            Slice inner = Slice.of(out.slice(start + 1, out.size()).toByteArray());
            out.truncate(start);
            out.raw(inner);
            // a text that is only such a value is no container
            return depth > 0;
        }
        out.ascii("]");
        return true;
    }

    private static void add(@Nullable Spans items, int from, int to) {
        if (items != null) {
            items.add(from, to);
        }
    }

    private boolean skipComma() {
        skipSpace();
        boolean isComma = isAt(',');
        at += isComma ? 1 : 0;
        return isComma;
    }

    /** Parses a dict or a set. */
    private boolean braces(@Nullable Spans items, int depth) {
        at++;
        skipSpace();
        if (isAt('}')) {
            at++;
            out.ascii("{}");
            return true;
        }
        int start = out.size();
        out.ascii("[");
        int from = at;
        if (!value(depth + 1)) {
            return false;
        }
        int to = at;
        skipSpace();
        if (!isAt(':')) {
            add(items, from, to);
            return setItems(items, depth);
        }
        out.truncate(start);
        out.ascii("{");
        at = from;
        return members(depth);
    }

    private boolean setItems(@Nullable Spans items, int depth) {
        boolean hasComma = skipComma();
        for (skipSpace(); at < end && b[at] != '}'; skipSpace()) {
            int from = at;
            out.ascii(",");
            if (!hasComma || !value(depth + 1)) {
                return false;
            }
            add(items, from, at);
            hasComma = skipComma();
        }
        out.ascii("]");
        at++;
        return at <= end;
    }

    private boolean members(int depth) {
        boolean hasComma = true;
        for (int count = 0; at < end && b[at] != '}'; skipSpace()) {
            out.ascii(count++ == 0 ? "" : ",");
            if (!hasComma || !key(depth)) {
                return false;
            }
            skipSpace();
            if (!isAt(':')) {
                return false;
            }
            at++;
            out.ascii(":");
            skipSpace();
            if (at >= end || !value(depth + 1)) {
                return false;
            }
            hasComma = skipComma();
            skipSpace();
        }
        out.ascii("}");
        at++;
        return at <= end;
    }

    /**
     * Parses a key and writes it as a JSON string. A key that is not a string becomes the string of its
     * source, such as {@code "(1, 2)"}.
     */
    private boolean key(int depth) {
        int start = out.size();
        int from = at;
        boolean isRead = value(depth + 1);
        if (isRead && out.slice(start, start + 1).at(0) != '"') {
            out.truncate(start);
            out.string(new Slice(b, from, at));
        }
        return isRead;
    }

    private boolean value(int depth) {
        if (depth > MAX_DEPTH || at >= end) {
            return false;
        }
        if (isAtContainer()) {
            int from = at;
            int start = out.size();
            return container(null, depth) || complex(from, start);
        }
        int after = scalars.skipSetName(at);
        if (after > 0) {
            return set(after, depth);
        }
        int next = scalars.write(at);
        at = Math.abs(next);
        return next > 0;
    }

    /** Parses the arguments of {@code frozenset}: nothing, or a set or list. */
    private boolean set(int after, int depth) {
        at = after;
        skipSpace();
        if (isAt(')')) {
            out.ascii("[]");
        } else if (!isAtContainer() || !container(null, depth + 1)) {
            return false;
        }
        skipSpace();
        boolean isClosed = isAt(')');
        at += isClosed ? 1 : 0;
        return isClosed;
    }

    /** Parses a complex number, {@code (1+2j)}, as its source. */
    private boolean complex(int from, int start) {
        int i = from + 1;
        while (i < end
                && i - from < 64
                && ((b[i] >= '+' && b[i] <= '9' && b[i] != ',') || b[i] == 'e' || b[i] == 'j')) {
            i++;
        }
        boolean isComplex = b[from] == '(' && i < end && i > from + 1 && b[i] == ')' && b[i - 1] == 'j';
        if (isComplex) {
            out.truncate(start);
            out.string(new Slice(b, from, i + 1));
            at = i + 1;
        }
        return isComplex;
    }
}
