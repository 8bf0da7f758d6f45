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
     * Type of a token that is a string, which may be a key. Any other value has the type {@link #VALUE}, and a
     * punctuation character is its own type.
     */
    private static final int STRING = 's';

    private static final int VALUE = 'v';

    private final byte[] bytes;
    private final int end;
    /** True if only the beginning of the text is read. */
    private final boolean isCut;

    private int offset;

    private JsonDetector(Slice text, int maxBytes) {
        this.bytes = text.bytes();
        this.offset = text.from();
        this.end = text.from() + Math.min(text.length(), maxBytes);
        this.isCut = end < text.to();
    }

    /** Returns whether a text is probably one JSON object or array. */
    static boolean isDocument(Slice text) {
        JsonDetector detector = new JsonDetector(text, HEAD_BYTES);
        detector.skipSpace();
        if (detector.offset == detector.end || !isOpeningBracket(detector.bytes[detector.offset])) {
            return false;
        }
        int last = text.to() - 1;
        while (isSpace(text.bytes()[last])) {
            last--;
        }
        // '{' and '}' differ by two, as do '[' and ']'
        if (text.bytes()[last] != detector.bytes[detector.offset] + 2 || !detector.skipValue()) {
            return false;
        }
        detector.skipSpace();
        return detector.offset == detector.end
                && !(detector.isCut
                        && hasAdjacentValues(text.bytes(), Math.max(detector.end, last - TAIL_BYTES), last));
    }

    /** Returns whether there are two or more lines, each a JSON object or array. */
    static boolean isLines(Slice text) {
        JsonDetector detector = new JsonDetector(text, LINES_HEAD_BYTES);
        int lines = 0;
        detector.skipSpace();
        while (detector.offset < detector.end && lines < MAX_LINES) {
            if (!isOpeningBracket(detector.bytes[detector.offset]) || !detector.skipValue()) {
                return false;
            }
            lines++;
            int end = detector.offset;
            detector.skipSpace();
            if (detector.offset < detector.end && !hasNewline(detector.bytes, end, detector.offset)) {
                return false;
            }
        }
        return lines >= 2;
    }

    /** Skips a value. Returns whether it has no error up to its end, or up to the end of the bytes that are read. */
    private boolean skipValue() {
        int depth = 0;
        int previousToken = ':';
        do {
            skipSpace();
            if (offset == end) {
                return isCut;
            }
            int c = bytes[offset];
            if (!canFollow(c, previousToken) || !skipToken(c)) {
                return false;
            }
            if (isOpeningBracket(c)) {
                depth++;
            } else if (isClosingBracket(c)) {
                depth--;
            }
            previousToken = c == '"' ? STRING : isOpeningBracket(c) || c == ',' || c == ':' ? c : VALUE;
        } while (depth > 0);
        return true;
    }

    private static boolean canFollow(int c, int previousToken) {
        return switch (c) {
            case ':' -> previousToken == STRING;
            case ',' -> previousToken == STRING || previousToken == VALUE;
            case '}', ']' -> previousToken == STRING || previousToken == VALUE || previousToken + 2 == c;
            case '"' -> previousToken != STRING && previousToken != VALUE;
            default -> previousToken == ':' || previousToken == ',' || previousToken == '[';
        };
    }

    /** Skips one token; returns false if there is none. */
    private boolean skipToken(int c) {
        if (isOpeningBracket(c) || isClosingBracket(c) || c == ',' || c == ':') {
            offset++;
            return true;
        }
        if (c == '"') {
            return skipString();
        }
        boolean isNumeric = c == '-' || isDigit(c);
        boolean isValid = isNumeric ? skipNumber() : skipWord("true") || skipWord("false") || skipWord("null");
        return isValid
                && (offset == end || isSpace(bytes[offset]) || bytes[offset] == ',' || isClosingBracket(bytes[offset]));
    }

    private boolean skipString() {
        offset++;
        while (offset < end && bytes[offset] != '"') {
            if (bytes[offset] >= 0 && bytes[offset] < ' ') {
                return false;
            }
            offset += bytes[offset] == '\\' ? 2 : 1;
        }
        boolean isClosed = offset < end;
        offset = Math.min(offset + 1, end);
        return isClosed || isCut;
    }

    private boolean skipNumber() {
        if (bytes[offset] == '-') {
            offset++;
        }
        boolean isValid = skipDigits();
        if (offset < end && bytes[offset] == '.') {
            offset++;
            isValid &= skipDigits();
        }
        if (offset < end && (bytes[offset] | 0x20) == 'e') {
            offset++;
            if (offset < end && (bytes[offset] == '+' || bytes[offset] == '-')) {
                offset++;
            }
            isValid &= skipDigits();
        }
        return isValid;
    }

    /** Skips digits. Returns whether there is at least one, or the bytes that are read end here. */
    private boolean skipDigits() {
        int start = offset;
        while (offset < end && isDigit(bytes[offset])) {
            offset++;
        }
        return offset > start || offset == end;
    }

    private boolean skipWord(String word) {
        for (int i = 0; i < word.length() && offset + i < end; i++) {
            if (bytes[offset + i] != word.charAt(i)) {
                return false;
            }
        }
        offset = Math.min(end, offset + word.length());
        return true;
    }

    private void skipSpace() {
        while (offset < end && isSpace(bytes[offset])) {
            offset++;
        }
    }

    /**
     * Returns whether a line ends with a bracket and the next line begins a value, without a comma between them. That
     * never occurs in one JSON document.
     */
    private static boolean hasAdjacentValues(byte[] bytes, int from, int end) {
        for (int i = from + 2; i < end; i++) {
            if (bytes[i - 1] == '\n'
                    && isOpeningBracket(bytes[i])
                    && isClosingBracket(bytes[i - 2] == '\r' ? bytes[i - 3] : bytes[i - 2])) {
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

    private static boolean isOpeningBracket(int c) {
        return c == '{' || c == '[';
    }

    private static boolean isClosingBracket(int c) {
        return c == '}' || c == ']';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}
