package dev.plimsoll.json;

/**
 * Basic functions on JSON text. All except {@link #isValid} and {@link #endOfValid} expect valid text; with other text
 * they still end and stay within bounds.
 */
public final class Json {

    private Json() {}

    /**
     * Returns whether the text is one JSON value (RFC 8259) in valid UTF-8, of any depth, optionally with white space
     * around it.
     */
    public static boolean isValid(Slice text) {
        byte[] bytes = text.bytes();
        int end = text.to();
        int valueEnd = new JsonValidator(bytes, end).validateValue(skipSpace(bytes, text.from(), end));
        return valueEnd >= 0 && skipSpace(bytes, valueEnd, end) == end;
    }

    /**
     * Returns the offset after the value whose first byte is at {@code offset}; -1 if the value is not valid. Does not
     * validate the text after the value.
     */
    public static int endOfValid(byte[] bytes, int offset, int end) {
        return new JsonValidator(bytes, end).validateValue(offset);
    }

    public static JsonType type(Slice value) {
        int offset = skipSpace(value.bytes(), value.from(), value.to());
        if (offset == value.to()) {
            throw new IllegalArgumentException("value: must be JSON, got an empty text");
        }
        return typeAt(value.bytes()[offset]);
    }

    /** Returns the type of a value that begins with this byte. */
    static JsonType typeAt(byte first) {
        return switch (first) {
            case '{' -> JsonType.OBJECT;
            case '[' -> JsonType.ARRAY;
            case '"' -> JsonType.STRING;
            case 't', 'f' -> JsonType.BOOLEAN;
            case 'n' -> JsonType.NULL;
            default -> JsonType.NUMBER;
        };
    }

    /** Skips white space, commas, and colons: in valid text, the other tokens imply them. */
    public static int skipSeparators(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i < end && (bytes[i] == ',' || bytes[i] == ':' || isSpace(bytes[i]))) {
            i++;
        }
        return i;
    }

    /** Returns the value without the white space around it. */
    public static Slice trim(Slice value) {
        byte[] bytes = value.bytes();
        int from = skipSpace(bytes, value.from(), value.to());
        int to = value.to();
        while (to > from && isSpace(bytes[to - 1])) {
            to--;
        }
        return new Slice(bytes, from, to);
    }

    public static int skipSpace(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i < end && isSpace(bytes[i])) {
            i++;
        }
        return i;
    }

    /** Returns the offset of the next line break byte, {@code \n} or {@code \r}; {@code end} if there is none. */
    public static int findLineBreak(byte[] bytes, int offset, int end) {
        int i = SwarBytes.skipWithoutControls(bytes, offset, end);
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(bytes, i);
            long mask = SwarBytes.equal(word, SwarBytes.NEWLINES) | SwarBytes.equal(word, SwarBytes.RETURNS);
            if (mask != 0) {
                return i + SwarBytes.first(mask);
            }
            i += Long.BYTES;
        }
        while (i < end && bytes[i] != '\n' && bytes[i] != '\r') {
            i++;
        }
        return i;
    }

    /** Returns the offset after the value whose first byte is at {@code offset}; never beyond {@code end}. */
    public static int skipValue(byte[] bytes, int offset, int end) {
        if (offset >= end) {
            return end;
        }
        return switch (bytes[offset]) {
            case '"' -> skipString(bytes, offset, end);
            case '{', '[' -> skipContainer(bytes, offset, end);
            default -> skipScalar(bytes, offset, end);
        };
    }

    /** Returns the offset after the string whose opening quote is at {@code offset}; never beyond {@code end}. */
    public static int skipString(byte[] bytes, int offset, int end) {
        int i = offset + 1;
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(bytes, i);
            long mask = SwarBytes.equal(word, SwarBytes.QUOTES) | SwarBytes.equal(word, SwarBytes.BACKSLASHES);
            if (mask == 0) {
                i += Long.BYTES;
                continue;
            }
            i += SwarBytes.first(mask);
            return bytes[i] == '"' ? i + 1 : skipEscaped(bytes, i, end);
        }
        return skipRestOfString(bytes, i, end);
    }

    /**
     * Continues {@link #skipString} from the first backslash. JSON inside a string has an escape every few bytes, so
     * each step handles eight bytes; the only state between words is whether the last byte began an escape.
     */
    private static int skipEscaped(byte[] bytes, int offset, int end) {
        // high bit of the first byte: set if the previous word ends with the backslash that escapes it
        long pendingEscape = 0;
        int i = offset;
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(bytes, i);
            long backslashes = SwarBytes.equalExactly(word, SwarBytes.BACKSLASHES) & ~pendingEscape;
            long escaping = SwarBytes.escaping(backslashes);
            long closing = SwarBytes.equalExactly(word, SwarBytes.QUOTES) & ~pendingEscape & ~(escaping << Byte.SIZE);
            if (closing != 0) {
                return i + SwarBytes.first(closing) + 1;
            }
            pendingEscape = SwarBytes.lastAsFirst(escaping);
            i += Long.BYTES;
        }
        return skipRestOfString(bytes, pendingEscape == 0 ? i : i + 1, end);
    }

    /** Continues {@link #skipString} byte by byte. */
    private static int skipRestOfString(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i < end) {
            if (bytes[i] == '"') {
                return i + 1;
            }
            i += bytes[i] == '\\' ? 2 : 1;
        }
        return end;
    }

    /**
     * Returns whether the value has more than {@code maxBytes} bytes without the white space between its tokens and
     * without escapes that it does not need.
     */
    public static boolean exceeds(Slice value, int maxBytes) {
        return Compaction.exceeds(value, maxBytes);
    }

    /** Returns the text between the quotes, still escaped. */
    public static Slice stringInside(Slice stringValue) {
        Slice string = trim(stringValue);
        int from = string.from() + 1;
        return new Slice(
                string.bytes(), Math.min(from, string.to()), Math.max(Math.min(from, string.to()), string.to() - 1));
    }

    private static int skipContainer(byte[] bytes, int offset, int end) {
        int depth = 0;
        int i = offset;
        while (i < end) {
            byte c = bytes[i];
            if (c == '"') {
                i = skipString(bytes, i, end);
                continue;
            }
            i++;
            if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return i;
            }
        }
        return end;
    }

    private static int skipScalar(byte[] bytes, int offset, int end) {
        int i = offset + 1;
        // all bytes of a scalar are greater than a comma and white space, except the plus of an exponent
        while (i < end && (bytes[i] > ',' || bytes[i] == '+') && bytes[i] != '}' && bytes[i] != ']') {
            i++;
        }
        return i;
    }

    static boolean isSpace(byte c) {
        return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    }
}
