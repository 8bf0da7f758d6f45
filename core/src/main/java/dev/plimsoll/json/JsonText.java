package dev.plimsoll.json;

import java.util.Arrays;

/**
 * Between a text and how it stands inside a JSON string. Text is UTF-8, except that a lone surrogate, which JSON can
 * escape and UTF-8 cannot hold, is kept in its three-byte form: unescaped and escaped again, nothing is lost.
 */
public final class JsonText {

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    private static final byte SURROGATE_LEAD = (byte) 0xED;
    private static final int LENGTH_SHIFT = 24;
    private static final int CODE_POINT = (1 << LENGTH_SHIFT) - 1;
    private static final int TWO_BYTES = 2 << LENGTH_SHIFT;
    private static final int NO_ESCAPE = (1 << LENGTH_SHIFT) | '\\';
    private static final long SURROGATE_LEADS = 0xEDED_EDED_EDED_EDEDL;

    private JsonText() {}

    public static boolean hasEscapes(Slice inside) {
        return backslash(inside.bytes(), inside.from(), inside.to()) < inside.to();
    }

    /** The text that the inside of a valid string stands for. What is no escape by RFC 8259 is kept as it is. */
    public static byte[] unescape(Slice inside) {
        byte[] b = inside.bytes();
        int end = inside.to();
        byte[] out = new byte[inside.length()];
        int size = 0;
        int at = inside.from();
        while (at < end) {
            int stop = backslash(b, at, end);
            System.arraycopy(b, at, out, size, stop - at);
            size += stop - at;
            at = stop;
            if (at < end) {
                int escaped = escaped(b, at, end);
                size = Utf8.put(escaped & CODE_POINT, out, size);
                at += escaped >>> LENGTH_SHIFT;
            }
        }
        return size == out.length ? out : Arrays.copyOf(out, size);
    }

    /** How many bytes {@link #unescape} would give. */
    public static int unescapedLength(Slice inside) {
        byte[] b = inside.bytes();
        int end = inside.to();
        int size = 0;
        int at = inside.from();
        while (at < end) {
            int stop = backslash(b, at, end);
            size += stop - at;
            at = stop;
            if (at < end) {
                int escaped = escaped(b, at, end);
                size += Utf8.length(escaped & CODE_POINT);
                at += escaped >>> LENGTH_SHIFT;
            }
        }
        return size;
    }

    /** Appends what must stand between quotes: the shortest escapes, and only where JSON needs one. */
    public static void escape(Slice text, ByteSink out) {
        byte[] b = text.bytes();
        int end = text.to();
        int at = text.from();
        while (at < end) {
            int stop = special(b, at, end);
            out.raw(b, at, stop);
            at = stop;
            if (at < end) {
                at += escapeOne(b, at, end, out);
            }
        }
    }

    /** How many bytes {@link #escape} would append. */
    public static int escapedLength(Slice text) {
        byte[] b = text.bytes();
        int end = text.to();
        int size = 0;
        int at = text.from();
        while (at < end) {
            int stop = special(b, at, end);
            size += stop - at;
            at = stop;
            if (at < end) {
                boolean surrogate = isSurrogate(b, at, end);
                size += surrogate ? 6 : b[at] == SURROGATE_LEAD ? 1 : shortEscape(b[at]) != 0 ? 2 : 6;
                at += surrogate ? 3 : 1;
            }
        }
        return size;
    }

    /** The value of four hexadecimal digits, or something negative. */
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

    private static int backslash(byte[] b, int at, int end) {
        int i = at;
        while (i <= end - Long.BYTES) {
            long mask = Swar.equal(Swar.word(b, i), Swar.BACKSLASHES);
            if (mask != 0) {
                return i + Swar.first(mask);
            }
            i += Long.BYTES;
        }
        while (i < end && b[i] != '\\') {
            i++;
        }
        return i;
    }

    /** The escape at a backslash: its code point, and its length above that. A backslash that begins no escape is one itself. */
    private static int escaped(byte[] b, int at, int end) {
        if (at + 1 >= end) {
            return NO_ESCAPE;
        }
        return switch (b[at + 1]) {
            case '"' -> TWO_BYTES | '"';
            case '\\' -> TWO_BYTES | '\\';
            case '/' -> TWO_BYTES | '/';
            case 'b' -> TWO_BYTES | '\b';
            case 'f' -> TWO_BYTES | '\f';
            case 'n' -> TWO_BYTES | '\n';
            case 'r' -> TWO_BYTES | '\r';
            case 't' -> TWO_BYTES | '\t';
            case 'u' -> unicode(b, at, end);
            default -> NO_ESCAPE;
        };
    }

    private static int unicode(byte[] b, int at, int end) {
        int high = hex4(b, at + 2, end);
        if (high < 0) {
            return NO_ESCAPE;
        }
        if (Character.isHighSurrogate((char) high) && end - at >= 12 && b[at + 6] == '\\' && b[at + 7] == 'u') {
            int low = hex4(b, at + 8, end);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                return (12 << LENGTH_SHIFT) | Character.toCodePoint((char) high, (char) low);
            }
        }
        return (6 << LENGTH_SHIFT) | high;
    }

    private static int escapeOne(byte[] b, int at, int end, ByteSink out) {
        if (isSurrogate(b, at, end)) {
            unicodeEscape(0xD000 | ((b[at + 1] & 0x3F) << 6) | (b[at + 2] & 0x3F), out);
            return 3;
        }
        byte c = b[at];
        byte letter = shortEscape(c);
        if (letter != 0) {
            out.raw((byte) '\\').raw(letter);
        } else if (c == SURROGATE_LEAD) {
            out.raw(c);
        } else {
            unicodeEscape(c, out);
        }
        return 1;
    }

    private static void unicodeEscape(int unit, ByteSink out) {
        out.raw((byte) '\\').raw((byte) 'u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.raw(HEX[(unit >> shift) & 0xF]);
        }
    }

    /** The first byte that cannot stand as it is, or may begin a surrogate. */
    private static int special(byte[] b, int at, int end) {
        int i = at;
        while (i <= end - Long.BYTES) {
            long word = Swar.word(b, i);
            long mask = Swar.equal(word, Swar.QUOTES)
                    | Swar.equal(word, Swar.BACKSLASHES)
                    | Swar.controls(word)
                    | Swar.equal(word, SURROGATE_LEADS);
            if (mask != 0) {
                return i + Swar.first(mask);
            }
            i += Long.BYTES;
        }
        while (i < end && (b[i] >= ' ' || b[i] < 0) && b[i] != '"' && b[i] != '\\' && b[i] != SURROGATE_LEAD) {
            i++;
        }
        return i;
    }

    private static boolean isSurrogate(byte[] b, int at, int end) {
        return b[at] == SURROGATE_LEAD && end - at >= 3 && (b[at + 1] & 0xE0) == 0xA0 && (b[at + 2] & 0xC0) == 0x80;
    }

    private static byte shortEscape(byte c) {
        return (byte)
                switch (c) {
                    case '"', '\\' -> c;
                    case '\b' -> 'b';
                    case '\f' -> 'f';
                    case '\n' -> 'n';
                    case '\r' -> 'r';
                    case '\t' -> 't';
                    default -> 0;
                };
    }
}
