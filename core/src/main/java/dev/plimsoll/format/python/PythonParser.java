package dev.plimsoll.format.python;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Parses Python literals and writes them as JSON. A method that parses returns false if the text is not a literal; if the
 * text only ends too soon, the parser is at its end.
 */
final class PythonParser {

    /** Maximum nesting. A text with more is not converted. */
    private static final int MAX_DEPTH = 400;

    private final byte[] bytes;
    private final int end;
    private final ByteSink out;
    private final PythonScalars scalars;
    private int offset;

    PythonParser(Slice text, ByteSink out) {
        this.bytes = text.bytes();
        this.offset = text.from();
        this.end = text.to();
        this.out = out;
        this.scalars = new PythonScalars(text, out);
    }

    int offset() {
        return offset;
    }

    boolean isAtEnd() {
        return offset >= end;
    }

    boolean isAt(char c) {
        return offset < end && bytes[offset] == c;
    }

    boolean isAtContainer() {
        return isAt('[') || isAt('(') || isAt('{');
    }

    void skipSpace() {
        while (offset < end
                && (bytes[offset] == ' ' || bytes[offset] == '\n' || bytes[offset] == '\r' || bytes[offset] == '\t')) {
            offset++;
        }
    }

    /** Skips white space; returns whether it has a line break. */
    boolean skipLineEnd() {
        int sourceStart = offset;
        skipSpace();
        for (int i = sourceStart; i < offset; i++) {
            if (bytes[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    /** Parses a list, tuple, set, or dict, and adds the places of its items, unless it is a dict. */
    boolean parseContainer(Spans items) {
        return parseContainer(items, 0);
    }

    private boolean parseContainer(@Nullable Spans items, int depth) {
        byte openBracket = bytes[offset];
        if (openBracket == '{') {
            return parseDictOrSet(items, depth);
        }
        offset++;
        int outputStart = out.size();
        out.ascii("[");
        int count = 0;
        boolean hasComma = false;
        byte closeBracket = openBracket == '[' ? (byte) ']' : (byte) ')';
        for (skipSpace(); offset < end && bytes[offset] != closeBracket; skipSpace()) {
            if (count > 0 && !hasComma) {
                return false;
            }
            out.ascii(count == 0 ? "" : ",");
            int sourceStart = offset;
            if (!parseValue(depth + 1)) {
                return false;
            }
            addSpan(items, sourceStart, offset);
            count++;
            hasComma = skipComma();
        }
        if (offset >= end) {
            return false;
        }
        offset++;
        boolean isParenthesized = openBracket == '(' && count == 1 && !hasComma;
        if (isParenthesized) {
            // a value in parentheses is not a tuple
            Slice inner = Slice.of(out.slice(outputStart + 1, out.size()).toByteArray());
            out.truncate(outputStart);
            out.raw(inner);
            // a text that is only such a value is not a container
            return depth > 0;
        }
        out.ascii("]");
        return true;
    }

    private static void addSpan(@Nullable Spans items, int sourceStart, int sourceEnd) {
        if (items != null) {
            items.add(sourceStart, sourceEnd);
        }
    }

    private boolean skipComma() {
        skipSpace();
        boolean isComma = isAt(',');
        offset += isComma ? 1 : 0;
        return isComma;
    }

    /** Parses a dict or a set. */
    private boolean parseDictOrSet(@Nullable Spans items, int depth) {
        offset++;
        skipSpace();
        if (isAt('}')) {
            offset++;
            out.ascii("{}");
            return true;
        }
        int outputStart = out.size();
        out.ascii("[");
        int sourceStart = offset;
        if (!parseValue(depth + 1)) {
            return false;
        }
        int sourceEnd = offset;
        skipSpace();
        if (!isAt(':')) {
            addSpan(items, sourceStart, sourceEnd);
            return parseSetItems(items, depth);
        }
        out.truncate(outputStart);
        out.ascii("{");
        offset = sourceStart;
        return parseMembers(depth);
    }

    private boolean parseSetItems(@Nullable Spans items, int depth) {
        boolean hasComma = skipComma();
        for (skipSpace(); offset < end && bytes[offset] != '}'; skipSpace()) {
            int sourceStart = offset;
            out.ascii(",");
            if (!hasComma || !parseValue(depth + 1)) {
                return false;
            }
            addSpan(items, sourceStart, offset);
            hasComma = skipComma();
        }
        out.ascii("]");
        offset++;
        return offset <= end;
    }

    private boolean parseMembers(int depth) {
        boolean hasComma = true;
        for (int count = 0; offset < end && bytes[offset] != '}'; skipSpace()) {
            out.ascii(count++ == 0 ? "" : ",");
            if (!hasComma || !parseKey(depth)) {
                return false;
            }
            skipSpace();
            if (!isAt(':')) {
                return false;
            }
            offset++;
            out.ascii(":");
            skipSpace();
            if (offset >= end || !parseValue(depth + 1)) {
                return false;
            }
            hasComma = skipComma();
            skipSpace();
        }
        out.ascii("}");
        offset++;
        return offset <= end;
    }

    /**
     * Parses a key and writes it as a JSON string. A key that is not a string becomes the string of its
     * source, such as {@code "(1, 2)"}.
     */
    private boolean parseKey(int depth) {
        int outputStart = out.size();
        int sourceStart = offset;
        boolean isParsed = parseValue(depth + 1);
        if (isParsed && out.slice(outputStart, outputStart + 1).at(0) != '"') {
            out.truncate(outputStart);
            out.string(new Slice(bytes, sourceStart, offset));
        }
        return isParsed;
    }

    private boolean parseValue(int depth) {
        if (depth > MAX_DEPTH || offset >= end) {
            return false;
        }
        if (isAtContainer()) {
            int sourceStart = offset;
            int outputStart = out.size();
            return parseContainer(null, depth) || parseComplexNumber(sourceStart, outputStart);
        }
        int argumentsStart = scalars.skipSetName(offset);
        if (argumentsStart > 0) {
            return parseSetCall(argumentsStart, depth);
        }
        int next = scalars.write(offset);
        offset = Math.abs(next);
        return next > 0;
    }

    /** Parses the arguments of {@code set(…)} or {@code frozenset(…)}: nothing, or one container. */
    private boolean parseSetCall(int argumentsStart, int depth) {
        offset = argumentsStart;
        skipSpace();
        if (isAt(')')) {
            out.ascii("[]");
        } else if (!isAtContainer() || !parseContainer(null, depth + 1)) {
            return false;
        }
        skipSpace();
        boolean isClosed = isAt(')');
        offset += isClosed ? 1 : 0;
        return isClosed;
    }

    /** Parses a complex number, {@code (1+2j)}, as its source. */
    private boolean parseComplexNumber(int sourceStart, int outputStart) {
        int i = sourceStart + 1;
        while (i < end
                && i - sourceStart < 64
                && ((bytes[i] >= '+' && bytes[i] <= '9' && bytes[i] != ',') || bytes[i] == 'e' || bytes[i] == 'j')) {
            i++;
        }
        boolean isComplex =
                bytes[sourceStart] == '(' && i < end && i > sourceStart + 1 && bytes[i] == ')' && bytes[i - 1] == 'j';
        if (isComplex) {
            out.truncate(outputStart);
            out.string(new Slice(bytes, sourceStart, i + 1));
            offset = i + 1;
        }
        return isComplex;
    }
}
