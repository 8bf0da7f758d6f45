package dev.plimsoll.json;

import java.util.Arrays;

/**
 * Converts text to and from the inside of JSON strings. Text is UTF-8, but a lone surrogate, which JSON can escape and
 * UTF-8 cannot represent, is encoded as three bytes, so that no data is lost.
 */
public final class JsonText {

    private static final String ESCAPE_LETTERS = "\"\\/bfnrt";
    private static final String ESCAPED_CHARACTERS = "\"\\/\b\f\n\r\t";

    /** Decoded byte by the byte after a backslash, except {@code u}. */
    private static final byte[] DECODED = new byte[256];

    /** Letter after the backslash by byte to escape; 0 if the byte needs no escape. */
    private static final byte[] ESCAPE = new byte[256];

    private static final byte MAYBE_SURROGATE = -1;
    private static final int SURROGATE_LEAD = 0xED;
    private static final long LETTERS_U = SwarBytes.ONES * 'u';
    private static final long SURROGATE_LEADS = 0xEDED_EDED_EDED_EDEDL;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** Number of bytes per step: so few that it is cheap to reserve space for the worst case. */
    private static final int BLOCK_BYTES = 64;

    private static final int UNICODE_ESCAPE_LENGTH = 6;
    private static final int SURROGATE_LENGTH = 3;

    // decoded escape in one int: the code point, and above it the length
    private static final int LENGTH_SHIFT = 24;
    private static final int CODE_POINT_MASK = (1 << LENGTH_SHIFT) - 1;
    private static final int SHORT_ESCAPE = 2 << LENGTH_SHIFT;

    static {
        for (int i = 0; i < 256; i++) {
            DECODED[i] = (byte) i;
            ESCAPE[i] = (byte) (i < ' ' ? 'u' : 0);
        }
        for (int i = 0; i < ESCAPE_LETTERS.length(); i++) {
            DECODED[ESCAPE_LETTERS.charAt(i)] = (byte) ESCAPED_CHARACTERS.charAt(i);
            ESCAPE[ESCAPED_CHARACTERS.charAt(i)] = (byte) ESCAPE_LETTERS.charAt(i);
        }
        ESCAPE['/'] = 0;
        ESCAPE[SURROGATE_LEAD] = MAYBE_SURROGATE;
    }

    private JsonText() {}

    public static boolean hasEscapes(Slice content) {
        return findBackslash(content.bytes(), content.from(), content.to()) < content.to();
    }

    /** Returns the decoded text of a valid string. An invalid escape becomes the text after its backslash. */
    public static byte[] unescape(Slice content) {
        // counting first is cheaper than allocating too much: fresh memory is the main cost of large texts
        byte[] out = new byte[unescapedLength(content)];
        unescape(content, out);
        return out;
    }

    /**
     * Returns the decoded text as a slice of an array that may be a third longer. Saves counting, for large texts that
     * are not stored.
     */
    public static Slice unescapeToSlice(Slice content) {
        byte[] out = new byte[content.length()];
        int size = unescape(content, out);
        boolean isWasteful = 4L * size < 3L * out.length;
        return isWasteful ? Slice.of(Arrays.copyOf(out, size)) : new Slice(out, 0, size);
    }

    /** Writes the decoded text to the start of an array that is long enough; returns its length. */
    private static int unescape(Slice content, byte[] out) {
        byte[] bytes = content.bytes();
        int end = content.to();
        int offset = content.from();
        int size = 0;
        while (offset < end) {
            if (offset <= end - Long.BYTES && size <= out.length - Long.BYTES) {
                long word = SwarBytes.word(bytes, offset);
                long mask = SwarBytes.equal(word, SwarBytes.BACKSLASHES);
                SwarBytes.put(out, size, word);
                int plainBytes = mask == 0 ? Long.BYTES : SwarBytes.first(mask);
                offset += plainBytes;
                size += plainBytes;
                if (mask == 0) {
                    continue;
                }
            }
            if (bytes[offset] != '\\' || offset + 1 == end) {
                out[size++] = bytes[offset++];
            } else if (bytes[offset + 1] != 'u') {
                out[size++] = DECODED[bytes[offset + 1] & 0xFF];
                offset += 2;
            } else {
                int escape = readUnicodeEscape(bytes, offset, end);
                size = Utf8.put(escape & CODE_POINT_MASK, out, size);
                offset += escape >>> LENGTH_SHIFT;
            }
        }
        return size;
    }

    /** Returns the decoded text as a Java string, which can contain lone surrogates. */
    public static String unescapeToString(Slice content) {
        return Utf8.decode(Slice.of(unescape(content)));
    }

    /** Returns the number of bytes that {@link #unescape} would return. */
    public static int unescapedLength(Slice content) {
        byte[] bytes = content.bytes();
        int end = content.to();
        int size = content.length();
        int offset = content.from();
        while (offset < end) {
            if (offset < end - Long.BYTES) {
                // reads one byte ahead: if neither \ nor u follows any backslash, all escapes here are short
                long mask = SwarBytes.equalExactly(SwarBytes.word(bytes, offset), SwarBytes.BACKSLASHES);
                long next = SwarBytes.word(bytes, offset + 1);
                if ((mask & (SwarBytes.equal(next, SwarBytes.BACKSLASHES) | SwarBytes.equal(next, LETTERS_U))) == 0) {
                    size -= Long.bitCount(mask);
                    offset += Long.BYTES;
                    continue;
                }
            }
            offset = findBackslash(bytes, offset, end);
            if (offset + 1 < end) {
                int escape = bytes[offset + 1] == 'u' ? readUnicodeEscape(bytes, offset, end) : SHORT_ESCAPE;
                size -= (escape >>> LENGTH_SHIFT) - Utf8.length(escape & CODE_POINT_MASK);
                offset += escape >>> LENGTH_SHIFT;
            } else {
                offset = end;
            }
        }
        return size;
    }

    /**
     * Returns a lower bound for the length in bytes of the decoded text after it is slimmed as JSON: the number of
     * bytes that are neither spaces nor parts of escapes. Stops above {@code limit}.
     */
    public static long minSlimLength(Slice content, int limit) {
        byte[] bytes = content.bytes();
        int end = content.to();
        int offset = content.from();
        long minLength = 0;
        while (offset < end && minLength <= limit) {
            if (bytes[offset] != '\\') {
                minLength += bytes[offset++] == ' ' ? 0 : 1;
                continue;
            }
            byte letter = offset + 1 < end ? bytes[offset + 1] : 0;
            offset += letter == 'u' ? UNICODE_ESCAPE_LENGTH : 2;
            // a Unicode escape in JSON inside this string, whose backslash is escaped
            boolean isNested = letter == '\\' && offset < end && bytes[offset] == 'u';
            offset += isNested ? UNICODE_ESCAPE_LENGTH - 1 : 0;
        }
        return minLength;
    }

    /**
     * Returns whether the decoded text may begin with a JSON object or array, apart from white space. True for an
     * unusual escape.
     */
    public static boolean mayBeContainer(Slice content) {
        int offset = 0;
        while (offset < content.length()) {
            byte c = content.at(offset);
            boolean isEscapedSpace = c == '\\'
                    && offset + 1 < content.length()
                    && (content.at(offset + 1) == 'n'
                            || content.at(offset + 1) == 'r'
                            || content.at(offset + 1) == 't');
            if (c != ' ' && !isEscapedSpace) {
                return c == '{' || c == '[' || c == '\\';
            }
            offset += c == ' ' ? 1 : 2;
        }
        return false;
    }

    /** Returns the number of code points in the decoded text; a lone surrogate counts as one. */
    public static int codePoints(Slice content) {
        byte[] bytes = content.bytes();
        int end = content.to();
        int offset = findBackslash(bytes, content.from(), end);
        int count = Utf8.codePoints(content);
        while (offset + 1 < end) {
            int length =
                    (bytes[offset + 1] == 'u' ? readUnicodeEscape(bytes, offset, end) : SHORT_ESCAPE) >>> LENGTH_SHIFT;
            count -= length - 1;
            offset = findBackslash(bytes, offset + length, end);
        }
        return count;
    }

    /** Appends the text for use between quotes, with the shortest escapes and only where JSON needs them. */
    public static void escape(Slice text, ByteSink out) {
        int offset = text.from();
        while (offset < text.to()) {
            offset = escapeBlock(text.bytes(), offset, text.to(), out);
        }
    }

    private static int escapeBlock(byte[] bytes, int from, int end, ByteSink sink) {
        byte[] out = sink.reserve(UNICODE_ESCAPE_LENGTH * BLOCK_BYTES + Long.BYTES);
        int size = sink.size();
        int stop = Math.min(end, from + BLOCK_BYTES);
        int offset = from;
        while (offset < stop) {
            if (offset <= end - Long.BYTES) {
                long word = SwarBytes.word(bytes, offset);
                long mask = specialBytes(word);
                SwarBytes.put(out, size, word);
                int plainBytes = mask == 0 ? Long.BYTES : SwarBytes.first(mask);
                offset += plainBytes;
                size += plainBytes;
                if (mask == 0) {
                    continue;
                }
            }
            byte letter = ESCAPE[bytes[offset] & 0xFF];
            if (letter == 0 || (letter == MAYBE_SURROGATE && !isSurrogate(bytes, offset, end))) {
                out[size++] = bytes[offset++];
            } else {
                boolean isSurrogate = letter == MAYBE_SURROGATE;
                out[size++] = '\\';
                out[size++] = isSurrogate ? (byte) 'u' : letter;
                if (isSurrogate || letter == 'u') {
                    size = writeHex4(isSurrogate ? decodeSurrogate(bytes, offset) : bytes[offset], out, size);
                }
                offset += isSurrogate ? SURROGATE_LENGTH : 1;
            }
        }
        sink.setSize(size);
        return offset;
    }

    /** Returns the number of bytes that {@link #escape} would append. */
    public static int escapedLength(Slice text) {
        byte[] bytes = text.bytes();
        int end = text.to();
        int size = text.length();
        int offset = text.from();
        while (offset < end) {
            if (offset <= end - Long.BYTES) {
                long mask = specialBytes(SwarBytes.word(bytes, offset));
                if (mask == 0) {
                    offset += Long.BYTES;
                    continue;
                }
                offset += SwarBytes.first(mask);
            }
            byte letter = ESCAPE[bytes[offset] & 0xFF];
            boolean isSurrogate = letter == MAYBE_SURROGATE && isSurrogate(bytes, offset, end);
            int length = isSurrogate ? SURROGATE_LENGTH : 1;
            size += isSurrogate || letter == 'u' ? UNICODE_ESCAPE_LENGTH - length : letter > 0 ? 1 : 0;
            offset += length;
        }
        return size;
    }

    /** Returns the value of four hexadecimal digits, or a negative number. */
    static int readHex4(byte[] bytes, int offset, int end) {
        if (end - offset < 4) {
            return -1;
        }
        return (hexDigit(bytes[offset]) << 12)
                | (hexDigit(bytes[offset + 1]) << 8)
                | (hexDigit(bytes[offset + 2]) << 4)
                | hexDigit(bytes[offset + 3]);
    }

    private static int hexDigit(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    private static int findBackslash(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i <= end - Long.BYTES) {
            long mask = SwarBytes.equal(SwarBytes.word(bytes, i), SwarBytes.BACKSLASHES);
            if (mask != 0) {
                return i + SwarBytes.first(mask);
            }
            i += Long.BYTES;
        }
        while (i < end && bytes[i] != '\\') {
            i++;
        }
        return i;
    }

    /** Returns the code point of an escape that {@link #readUnicodeEscape} found. */
    static int codePoint(int escape) {
        return escape & CODE_POINT_MASK;
    }

    /** Returns the length of an escape that {@link #readUnicodeEscape} found, in bytes. */
    static int length(int escape) {
        return escape >>> LENGTH_SHIFT;
    }

    /**
     * Returns the code point and length, in one int, of the escape at a backslash and a {@code u}. The escape includes
     * a second one if both are halves of one code point.
     */
    static int readUnicodeEscape(byte[] bytes, int offset, int end) {
        int high = readHex4(bytes, offset + 2, end);
        if (high < 0) {
            return SHORT_ESCAPE | 'u';
        }
        if (Character.isHighSurrogate((char) high)
                && end - offset >= 2 * UNICODE_ESCAPE_LENGTH
                && bytes[offset + 6] == '\\'
                && bytes[offset + 7] == 'u') {
            int low = readHex4(bytes, offset + 8, end);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                return ((2 * UNICODE_ESCAPE_LENGTH) << LENGTH_SHIFT) | Character.toCodePoint((char) high, (char) low);
            }
        }
        return (UNICODE_ESCAPE_LENGTH << LENGTH_SHIFT) | high;
    }

    /** Returns a mask of bytes that need an escape or may begin a surrogate. */
    private static long specialBytes(long word) {
        return SwarBytes.equal(word, SwarBytes.QUOTES)
                | SwarBytes.equal(word, SwarBytes.BACKSLASHES)
                | SwarBytes.controls(word)
                | SwarBytes.equal(word, SURROGATE_LEADS);
    }

    private static boolean isSurrogate(byte[] bytes, int offset, int end) {
        return end - offset >= SURROGATE_LENGTH
                && (bytes[offset + 1] & 0xE0) == 0xA0
                && Utf8.isContinuation(bytes[offset + 2]);
    }

    private static int decodeSurrogate(byte[] bytes, int offset) {
        return 0xD000 | ((bytes[offset + 1] & 0x3F) << 6) | (bytes[offset + 2] & 0x3F);
    }

    private static int writeHex4(int codeUnit, byte[] out, int offset) {
        for (int i = 0; i < 4; i++) {
            out[offset + i] = HEX[(codeUnit >> (12 - 4 * i)) & 0xF];
        }
        return offset + 4;
    }
}
