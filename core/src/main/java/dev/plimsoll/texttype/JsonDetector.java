package dev.plimsoll.texttype;

import dev.plimsoll.json.Slice;

/** Quick check of text that may be JSON: reads the tokens at its beginning and checks their order, but not their nesting. */
final class JsonDetector {
    // Brackets are only counted, so depth costs nothing. Text that passes may be invalid further on, or close a bracket
    // with a brace; callers that need certainty parse it.

    private static final int HEAD_BYTES = 8 * 1024;
    private static final int TAIL_BYTES = 32 * 1024;
    private static final int LINES_HEAD_BYTES = 64 * 1024;
    private static final int MAX_LINES = 20;

    /**
     * Types of the previous token in addition to punctuation characters: a string, which may be a key, or another
     * value.
     */
    private static final int STRING = 's';

    private static final int VALUE = 'v';

    private final byte[] bytes;
    private final int end;
    private final boolean isCut;
    private int at;

    private JsonDetector(Slice text, int maxBytes) {
        this.bytes = text.bytes();
        this.at = text.from();
        this.end = text.from() + Math.min(text.length(), maxBytes);
        this.isCut = end < text.to();
    }

    static boolean isDocument(Slice text) {
        JsonDetector reader = new JsonDetector(text, HEAD_BYTES);
        reader.skipSpace();
        if (reader.at == reader.end || !opens(reader.bytes[reader.at])) {
            return false;
        }
        int last = text.to() - 1;
        while (isSpace(text.bytes()[last])) {
            last--;
        }
        // '{' and '}' differ by two, as do '[' and ']'
        if (text.bytes()[last] != reader.bytes[reader.at] + 2 || !reader.skipValue()) {
            return false;
        }
        reader.skipSpace();
        return reader.at == reader.end
                && !(reader.isCut && hasAdjacentValues(text.bytes(), Math.max(reader.end, last - TAIL_BYTES), last));
    }

    /** Returns whether there are two or more lines, each a JSON object or array. */
    static boolean isLines(Slice text) {
        JsonDetector reader = new JsonDetector(text, LINES_HEAD_BYTES);
        int lines = 0;
        reader.skipSpace();
        while (reader.at < reader.end && lines < MAX_LINES) {
            if (!opens(reader.bytes[reader.at]) || !reader.skipValue()) {
                return false;
            }
            lines++;
            int end = reader.at;
            reader.skipSpace();
            if (reader.at < reader.end && !hasNewline(reader.bytes, end, reader.at)) {
                return false;
            }
        }
        return lines >= 2;
    }

    /** Skips a value. Returns whether it has no error up to its end, or up to the end of the bytes that are read. */
    private boolean skipValue() {
        int depth = 0;
        int before = ':';
        do {
            skipSpace();
            if (at == end) {
                return isCut;
            }
            int c = bytes[at];
            if (!mayFollow(c, before) || !skipToken(c)) {
                return false;
            }
            if (opens(c)) {
                depth++;
            } else if (closes(c)) {
                depth--;
            }
            before = c == '"' ? STRING : opens(c) || c == ',' || c == ':' ? c : VALUE;
        } while (depth > 0);
        return true;
    }

    private static boolean mayFollow(int c, int before) {
        return switch (c) {
            case ':' -> before == STRING;
            case ',' -> before == STRING || before == VALUE;
            case '}', ']' -> before == STRING || before == VALUE || before + 2 == c;
            case '"' -> before != STRING && before != VALUE;
            default -> before == ':' || before == ',' || before == '[';
        };
    }

    /** Skips one token; returns false if there is none. */
    private boolean skipToken(int c) {
        if (opens(c) || closes(c) || c == ',' || c == ':') {
            at++;
            return true;
        }
        if (c == '"') {
            return skipString();
        }
        boolean isNumeric = c == '-' || isDigit(c);
        boolean isValid = isNumeric ? skipNumber() : skipWord("true") || skipWord("false") || skipWord("null");
        return isValid && (at == end || isSpace(bytes[at]) || bytes[at] == ',' || closes(bytes[at]));
    }

    private boolean skipString() {
        at++;
        while (at < end && bytes[at] != '"') {
            if (bytes[at] >= 0 && bytes[at] < ' ') {
                return false;
            }
            at += bytes[at] == '\\' ? 2 : 1;
        }
        boolean isClosed = at < end;
        at = Math.min(at + 1, end);
        return isClosed || isCut;
    }

    private boolean skipNumber() {
        if (bytes[at] == '-') {
            at++;
        }
        boolean isValid = skipDigits();
        if (at < end && bytes[at] == '.') {
            at++;
            isValid &= skipDigits();
        }
        if (at < end && (bytes[at] | 0x20) == 'e') {
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            isValid &= skipDigits();
        }
        return isValid;
    }

    /** Skips digits. Returns whether there is at least one, or the bytes that are read end here. */
    private boolean skipDigits() {
        int start = at;
        while (at < end && isDigit(bytes[at])) {
            at++;
        }
        return at > start || at == end;
    }

    private boolean skipWord(String word) {
        for (int i = 0; i < word.length() && at + i < end; i++) {
            if (bytes[at + i] != word.charAt(i)) {
                return false;
            }
        }
        at = Math.min(end, at + word.length());
        return true;
    }

    private void skipSpace() {
        while (at < end && isSpace(bytes[at])) {
            at++;
        }
    }

    /**
     * Returns whether a line ends with a bracket and the next line begins a value, without a comma between them. That
     * never occurs in one JSON document.
     */
    private static boolean hasAdjacentValues(byte[] bytes, int from, int end) {
        for (int i = from + 2; i < end; i++) {
            if (bytes[i - 1] == '\n' && opens(bytes[i]) && closes(bytes[i - 2] == '\r' ? bytes[i - 3] : bytes[i - 2])) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasNewline(byte[] bytes, int from, int end) {
        for (int i = from; i < end; i++) {
            if (bytes[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private static boolean opens(int c) {
        return c == '{' || c == '[';
    }

    private static boolean closes(int c) {
        return c == '}' || c == ']';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}
