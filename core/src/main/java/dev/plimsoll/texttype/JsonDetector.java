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

    /** Types of the previous token besides punctuation: a string (which may be a key), or any other value. */
    private static final int STRING = 's';

    private static final int VALUE = 'v';

    private final byte[] b;
    private final int to;
    private final boolean isCut;
    private int at;

    private JsonDetector(Slice text, int maxBytes) {
        this.b = text.bytes();
        this.at = text.from();
        this.to = text.from() + Math.min(text.length(), maxBytes);
        this.isCut = to < text.to();
    }

    static boolean isDocument(Slice text) {
        JsonDetector reader = new JsonDetector(text, HEAD_BYTES);
        reader.skipSpace();
        if (reader.at == reader.to || !opens(reader.b[reader.at])) {
            return false;
        }
        int last = text.to() - 1;
        while (isSpace(text.bytes()[last])) {
            last--;
        }
        // '{' and '}' differ by two, as do '[' and ']'
        if (text.bytes()[last] != reader.b[reader.at] + 2 || !reader.skipValue()) {
            return false;
        }
        reader.skipSpace();
        return reader.at == reader.to
                && !(reader.isCut && hasAdjacentValues(text.bytes(), Math.max(reader.to, last - TAIL_BYTES), last));
    }

    /** Returns whether there are two or more lines, each a JSON object or array. */
    static boolean isLines(Slice text) {
        JsonDetector reader = new JsonDetector(text, LINES_HEAD_BYTES);
        int lines = 0;
        reader.skipSpace();
        while (reader.at < reader.to && lines < MAX_LINES) {
            if (!opens(reader.b[reader.at]) || !reader.skipValue()) {
                return false;
            }
            lines++;
            int end = reader.at;
            reader.skipSpace();
            if (reader.at < reader.to && !hasNewline(reader.b, end, reader.at)) {
                return false;
            }
        }
        return lines >= 2;
    }

    /** Skips a value; returns whether it, or a head that is cut, ends without an error. */
    private boolean skipValue() {
        int depth = 0;
        int before = ':';
        do {
            skipSpace();
            if (at == to) {
                return isCut;
            }
            int c = b[at];
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
        boolean numeric = c == '-' || isDigit(c);
        boolean isValid = numeric ? skipNumber() : skipWord("true") || skipWord("false") || skipWord("null");
        return isValid && (at == to || isSpace(b[at]) || b[at] == ',' || closes(b[at]));
    }

    private boolean skipString() {
        at++;
        while (at < to && b[at] != '"') {
            if (b[at] >= 0 && b[at] < ' ') {
                return false;
            }
            at += b[at] == '\\' ? 2 : 1;
        }
        boolean closed = at < to;
        at = Math.min(at + 1, to);
        return closed || isCut;
    }

    private boolean skipNumber() {
        if (b[at] == '-') {
            at++;
        }
        boolean isValid = skipDigits();
        if (at < to && b[at] == '.') {
            at++;
            isValid &= skipDigits();
        }
        if (at < to && (b[at] | 0x20) == 'e') {
            at++;
            if (at < to && (b[at] == '+' || b[at] == '-')) {
                at++;
            }
            isValid &= skipDigits();
        }
        return isValid;
    }

    /** Skips digits; returns whether there is at least one, or the head ends here. */
    private boolean skipDigits() {
        int start = at;
        while (at < to && isDigit(b[at])) {
            at++;
        }
        return at > start || at == to;
    }

    private boolean skipWord(String word) {
        for (int i = 0; i < word.length() && at + i < to; i++) {
            if (b[at + i] != word.charAt(i)) {
                return false;
            }
        }
        at = Math.min(to, at + word.length());
        return true;
    }

    private void skipSpace() {
        while (at < to && isSpace(b[at])) {
            at++;
        }
    }

    /** Returns whether a line ends a value and the next begins one without a comma between: that never occurs in a document. */
    private static boolean hasAdjacentValues(byte[] b, int from, int to) {
        for (int i = from + 2; i < to; i++) {
            if (b[i - 1] == '\n' && opens(b[i]) && closes(b[i - 2] == '\r' ? b[i - 3] : b[i - 2])) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasNewline(byte[] b, int from, int to) {
        for (int i = from; i < to; i++) {
            if (b[i] == '\n') {
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
