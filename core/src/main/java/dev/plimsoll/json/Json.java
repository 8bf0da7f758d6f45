package dev.plimsoll.json;

/**
 * Questions to JSON text as it stands. All but {@link #isValid} take it to be valid; on anything else they
 * still end, and stay within bounds.
 */
public final class Json {

    private Json() {}

    /** Whether this is one value by RFC 8259, with or without white space around it, in valid UTF-8, however deep. */
    public static boolean isValid(Slice text) {
        byte[] b = text.bytes();
        int end = text.to();
        int after = new JsonValidator(b, end).value(skipSpace(b, text.from(), end));
        return after >= 0 && skipSpace(b, after, end) == end;
    }

    /** Returns the offset after the valid value whose first byte is at {@code at}, whatever follows; -1 where there is none. */
    public static int endOfValid(byte[] b, int at, int end) {
        return new JsonValidator(b, end).value(at);
    }

    public static JsonType type(Slice value) {
        int at = skipSpace(value.bytes(), value.from(), value.to());
        if (at == value.to()) {
            throw new IllegalArgumentException("value: must be JSON, got nothing");
        }
        return typeAt(value.bytes()[at]);
    }

    /** The type of the value that begins with this byte. */
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

    /** The same without the white space around it. */
    public static Slice trim(Slice value) {
        byte[] b = value.bytes();
        int from = skipSpace(b, value.from(), value.to());
        int to = value.to();
        while (to > from && isSpace(b[to - 1])) {
            to--;
        }
        return new Slice(b, from, to);
    }

    public static int skipSpace(byte[] b, int at, int end) {
        int i = at;
        while (i < end && isSpace(b[i])) {
            i++;
        }
        return i;
    }

    /** Where the next byte stands that ends a line, {@code \n} or {@code \r}; {@code end} when there is none. */
    public static int lineBreak(byte[] b, int at, int end) {
        int i = at;
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(b, i);
            long mask = SwarBytes.equal(word, SwarBytes.NEWLINES) | SwarBytes.equal(word, SwarBytes.RETURNS);
            if (mask != 0) {
                return i + SwarBytes.first(mask);
            }
            i += Long.BYTES;
        }
        while (i < end && b[i] != '\n' && b[i] != '\r') {
            i++;
        }
        return i;
    }

    /** The offset after the value whose first byte is at {@code at}; never beyond {@code end}. */
    public static int skipValue(byte[] b, int at, int end) {
        if (at >= end) {
            return end;
        }
        return switch (b[at]) {
            case '"' -> skipString(b, at, end);
            case '{', '[' -> skipContainer(b, at, end);
            default -> skipScalar(b, at, end);
        };
    }

    /** The offset after the string whose opening quote is at {@code at}; never beyond {@code end}. */
    public static int skipString(byte[] b, int at, int end) {
        int i = at + 1;
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(b, i);
            long mask = SwarBytes.equal(word, SwarBytes.QUOTES) | SwarBytes.equal(word, SwarBytes.BACKSLASHES);
            if (mask == 0) {
                i += Long.BYTES;
                continue;
            }
            i += SwarBytes.first(mask);
            return b[i] == '"' ? i + 1 : skipEscaped(b, i, end);
        }
        return skipBytes(b, i, end);
    }

    /**
     * The same from a first backslash on. JSON inside a string has one every few bytes, so words are taken in steps that do
     * not depend on what was found: only whether the last byte began an escape goes from one to the next.
     */
    private static int skipEscaped(byte[] b, int at, int end) {
        long taken = 0;
        int i = at;
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(b, i);
            long backslashes = SwarBytes.equalExactly(word, SwarBytes.BACKSLASHES) & ~taken;
            long escaping = SwarBytes.escaping(backslashes);
            long closing = SwarBytes.equalExactly(word, SwarBytes.QUOTES) & ~taken & ~(escaping << Byte.SIZE);
            if (closing != 0) {
                return i + SwarBytes.first(closing) + 1;
            }
            taken = SwarBytes.lastAsFirst(escaping);
            i += Long.BYTES;
        }
        return skipBytes(b, taken == 0 ? i : i + 1, end);
    }

    private static int skipBytes(byte[] b, int at, int end) {
        int i = at;
        while (i < end) {
            if (b[i] == '"') {
                return i + 1;
            }
            i += b[i] == '\\' ? 2 : 1;
        }
        return end;
    }

    /** Whether the value has more bytes than that even without the white space between its tokens. */
    public static boolean exceeds(Slice value, int bytes) {
        return Compaction.exceeds(value, bytes);
    }

    /** What stands between the quotes, still escaped. */
    public static Slice stringInside(Slice stringValue) {
        Slice string = trim(stringValue);
        int from = string.from() + 1;
        return new Slice(
                string.bytes(), Math.min(from, string.to()), Math.max(Math.min(from, string.to()), string.to() - 1));
    }

    private static int skipContainer(byte[] b, int at, int end) {
        int depth = 0;
        int i = at;
        while (i < end) {
            byte c = b[i];
            if (c == '"') {
                i = skipString(b, i, end);
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

    private static int skipScalar(byte[] b, int at, int end) {
        int i = at + 1;
        // a comma and all white space sort before whatever else a scalar is made of, but for the plus of an exponent
        while (i < end && (b[i] > ',' || b[i] == '+') && b[i] != '}' && b[i] != ']') {
            i++;
        }
        return i;
    }

    static boolean isSpace(byte c) {
        return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    }
}
