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

    /** Bytes per step, few enough that reserving space for the worst case is cheap. */
    private static final int BLOCK = 64;

    private static final int UNICODE_ESCAPE_LENGTH = 6;
    private static final int SURROGATE_LENGTH = 3;

    // decoded escape in one int: the code point, and above it the length
    private static final int LENGTH_SHIFT = 24;
    private static final int CODE_POINT = (1 << LENGTH_SHIFT) - 1;
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

    public static boolean hasEscapes(Slice inside) {
        return findBackslash(inside.bytes(), inside.from(), inside.to()) < inside.to();
    }

    /** Returns the decoded text of a valid string. An invalid escape becomes the text after its backslash. */
    public static byte[] unescape(Slice inside) {
        // counting first is cheaper than allocating too much: fresh memory is the main cost of large texts
        byte[] out = new byte[unescapedLength(inside)];
        unescape(inside, out);
        return out;
    }

    /**
     * Returns the decoded text as a slice of an array that may be a third longer. Saves counting, for large texts that
     * are not stored.
     */
    public static Slice unescapeToSlice(Slice inside) {
        byte[] out = new byte[inside.length()];
        int size = unescape(inside, out);
        boolean isWasteful = 4L * size < 3L * out.length;
        return isWasteful ? Slice.of(Arrays.copyOf(out, size)) : new Slice(out, 0, size);
    }

    /** Writes the decoded text to the start of an array that is long enough; returns its length. */
    private static int unescape(Slice inside, byte[] out) {
        byte[] b = inside.bytes();
        int end = inside.to();
        int at = inside.from();
        int size = 0;
        while (at < end) {
            if (at <= end - Long.BYTES && size <= out.length - Long.BYTES) {
                long word = SwarBytes.word(b, at);
                long mask = SwarBytes.equal(word, SwarBytes.BACKSLASHES);
                SwarBytes.put(out, size, word);
                int plain = mask == 0 ? Long.BYTES : SwarBytes.first(mask);
                at += plain;
                size += plain;
                if (mask == 0) {
                    continue;
                }
            }
            if (b[at] != '\\' || at + 1 == end) {
                out[size++] = b[at++];
            } else if (b[at + 1] != 'u') {
                out[size++] = DECODED[b[at + 1] & 0xFF];
                at += 2;
            } else {
                int escape = unicode(b, at, end);
                size = Utf8.put(escape & CODE_POINT, out, size);
                at += escape >>> LENGTH_SHIFT;
            }
        }
        return size;
    }

    /** Returns the decoded text as a Java string, which can contain lone surrogates. */
    public static String unescapeToString(Slice inside) {
        return Utf8.decode(Slice.of(unescape(inside)));
    }

    /** Returns the number of bytes that {@link #unescape} would return. */
    public static int unescapedLength(Slice inside) {
        byte[] b = inside.bytes();
        int end = inside.to();
        int size = inside.length();
        int at = inside.from();
        while (at < end) {
            if (at < end - Long.BYTES) {
                // reads one byte ahead: if neither \ nor u follows any backslash, all escapes here are short
                long mask = SwarBytes.equalExactly(SwarBytes.word(b, at), SwarBytes.BACKSLASHES);
                long next = SwarBytes.word(b, at + 1);
                if ((mask & (SwarBytes.equal(next, SwarBytes.BACKSLASHES) | SwarBytes.equal(next, LETTERS_U))) == 0) {
                    size -= Long.bitCount(mask);
                    at += Long.BYTES;
                    continue;
                }
            }
            at = findBackslash(b, at, end);
            if (at + 1 < end) {
                int escape = b[at + 1] == 'u' ? unicode(b, at, end) : SHORT_ESCAPE;
                size -= (escape >>> LENGTH_SHIFT) - Utf8.length(escape & CODE_POINT);
                at += escape >>> LENGTH_SHIFT;
            } else {
                at = end;
            }
        }
        return size;
    }

    /**
     * Returns a number of bytes that the decoded text has at least if it is JSON and slimmed: bytes that are neither
     * spaces nor parts of escapes. Stops above {@code limit}.
     */
    public static long leastSlimLength(Slice inside, int limit) {
        byte[] b = inside.bytes();
        int end = inside.to();
        int at = inside.from();
        long least = 0;
        while (at < end && least <= limit) {
            if (b[at] != '\\') {
                least += b[at++] == ' ' ? 0 : 1;
                continue;
            }
            byte letter = at + 1 < end ? b[at + 1] : 0;
            at += letter == 'u' ? UNICODE_ESCAPE_LENGTH : 2;
            // the escape of a character in JSON that is inside this string
            boolean isNested = letter == '\\' && at < end && b[at] == 'u';
            at += isNested ? UNICODE_ESCAPE_LENGTH - 1 : 0;
        }
        return least;
    }

    /** Returns whether the decoded text begins like a JSON object or array, apart from white space. */
    public static boolean mayBeContainer(Slice inside) {
        int at = 0;
        while (at < inside.length()) {
            byte c = inside.at(at);
            boolean isEscapedSpace = c == '\\'
                    && at + 1 < inside.length()
                    && (inside.at(at + 1) == 'n' || inside.at(at + 1) == 'r' || inside.at(at + 1) == 't');
            if (c != ' ' && !isEscapedSpace) {
                return c == '{' || c == '[' || c == '\\';
            }
            at += c == ' ' ? 1 : 2;
        }
        return false;
    }

    /** Returns the number of code points in the decoded text; a lone surrogate counts as one. */
    public static int codePoints(Slice inside) {
        byte[] b = inside.bytes();
        int end = inside.to();
        int at = findBackslash(b, inside.from(), end);
        int count = Utf8.codePoints(inside);
        while (at + 1 < end) {
            int length = (b[at + 1] == 'u' ? unicode(b, at, end) : SHORT_ESCAPE) >>> LENGTH_SHIFT;
            count -= length - 1;
            at = findBackslash(b, at + length, end);
        }
        return count;
    }

    /** Appends the text for use between quotes, with the shortest escapes and only where JSON needs them. */
    public static void escape(Slice text, ByteSink out) {
        int at = text.from();
        while (at < text.to()) {
            at = escapeBlock(text.bytes(), at, text.to(), out);
        }
    }

    private static int escapeBlock(byte[] b, int from, int end, ByteSink sink) {
        byte[] out = sink.reserve(UNICODE_ESCAPE_LENGTH * BLOCK + Long.BYTES);
        int size = sink.size();
        int stop = Math.min(end, from + BLOCK);
        int at = from;
        while (at < stop) {
            if (at <= end - Long.BYTES) {
                long word = SwarBytes.word(b, at);
                long mask = specialBytes(word);
                SwarBytes.put(out, size, word);
                int plain = mask == 0 ? Long.BYTES : SwarBytes.first(mask);
                at += plain;
                size += plain;
                if (mask == 0) {
                    continue;
                }
            }
            byte letter = ESCAPE[b[at] & 0xFF];
            if (letter == 0 || (letter == MAYBE_SURROGATE && !isSurrogate(b, at, end))) {
                out[size++] = b[at++];
            } else {
                boolean isSurrogate = letter == MAYBE_SURROGATE;
                out[size++] = '\\';
                out[size++] = isSurrogate ? (byte) 'u' : letter;
                if (isSurrogate || letter == 'u') {
                    size = hex4(isSurrogate ? surrogate(b, at) : b[at], out, size);
                }
                at += isSurrogate ? SURROGATE_LENGTH : 1;
            }
        }
        sink.setSize(size);
        return at;
    }

    /** Returns the number of bytes that {@link #escape} would append. */
    public static int escapedLength(Slice text) {
        byte[] b = text.bytes();
        int end = text.to();
        int size = text.length();
        int at = text.from();
        while (at < end) {
            if (at <= end - Long.BYTES) {
                long mask = specialBytes(SwarBytes.word(b, at));
                if (mask == 0) {
                    at += Long.BYTES;
                    continue;
                }
                at += SwarBytes.first(mask);
            }
            byte letter = ESCAPE[b[at] & 0xFF];
            boolean isSurrogate = letter == MAYBE_SURROGATE && isSurrogate(b, at, end);
            int length = isSurrogate ? SURROGATE_LENGTH : 1;
            size += isSurrogate || letter == 'u' ? UNICODE_ESCAPE_LENGTH - length : letter > 0 ? 1 : 0;
            at += length;
        }
        return size;
    }

    /** Returns the value of four hexadecimal digits, or a negative number. */
    static int hex4(byte[] b, int at, int end) {
        if (end - at < 4) {
            return -1;
        }
        return (hex(b[at]) << 12) | (hex(b[at + 1]) << 8) | (hex(b[at + 2]) << 4) | hex(b[at + 3]);
    }

    private static int hex(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    private static int findBackslash(byte[] b, int at, int end) {
        int i = at;
        while (i <= end - Long.BYTES) {
            long mask = SwarBytes.equal(SwarBytes.word(b, i), SwarBytes.BACKSLASHES);
            if (mask != 0) {
                return i + SwarBytes.first(mask);
            }
            i += Long.BYTES;
        }
        while (i < end && b[i] != '\\') {
            i++;
        }
        return i;
    }

    /** Returns the code point of an escape that {@link #unicode} found. */
    static int codePoint(int escape) {
        return escape & CODE_POINT;
    }

    /** Returns the length of an escape that {@link #unicode} found, in bytes. */
    static int length(int escape) {
        return escape >>> LENGTH_SHIFT;
    }

    /** Returns the escape at a backslash and a u; includes a second one if both are halves of one code point. */
    static int unicode(byte[] b, int at, int end) {
        int high = hex4(b, at + 2, end);
        if (high < 0) {
            return SHORT_ESCAPE | 'u';
        }
        if (Character.isHighSurrogate((char) high)
                && end - at >= 2 * UNICODE_ESCAPE_LENGTH
                && b[at + 6] == '\\'
                && b[at + 7] == 'u') {
            int low = hex4(b, at + 8, end);
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

    private static boolean isSurrogate(byte[] b, int at, int end) {
        return end - at >= SURROGATE_LENGTH && (b[at + 1] & 0xE0) == 0xA0 && Utf8.isContinuation(b[at + 2]);
    }

    private static int surrogate(byte[] b, int at) {
        return 0xD000 | ((b[at + 1] & 0x3F) << 6) | (b[at + 2] & 0x3F);
    }

    private static int hex4(int unit, byte[] out, int at) {
        for (int i = 0; i < 4; i++) {
            out[at + i] = HEX[(unit >> (12 - 4 * i)) & 0xF];
        }
        return at + 4;
    }
}
