package dev.plimsoll.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** Functions on UTF-8 bytes. Text may contain lone surrogates as three bytes; see {@link JsonText}. */
public final class Utf8 {

    private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

    private Utf8() {}

    /** Returns whether the bytes are strict UTF-8: no overlong sequences, no surrogates, nothing above U+10FFFF. */
    public static boolean isValid(Slice text) {
        return firstInvalid(text.bytes(), text.from(), text.to()) == text.to();
    }

    /**
     * Replaces invalid bytes with U+FFFD: all bytes of an incomplete sequence with one, and each other invalid byte with
     * one.
     */
    public static byte[] repair(Slice text) {
        byte[] bytes = text.bytes();
        ByteSink out = new ByteSink(text.length());
        int offset = text.from();
        while (offset < text.to()) {
            int invalidOffset = firstInvalid(bytes, offset, text.to());
            out.raw(bytes, offset, invalidOffset);
            offset = invalidOffset;
            if (offset < text.to()) {
                out.raw(REPLACEMENT, 0, REPLACEMENT.length);
                offset += invalidLength(bytes, offset, text.to());
            }
        }
        return out.toByteArray();
    }

    /** Returns the number of code points; a lone surrogate counts as one. */
    public static int codePoints(Slice text) {
        byte[] bytes = text.bytes();
        int offset = text.from();
        int continuations = 0;
        while (offset <= text.to() - Long.BYTES) {
            long word = SwarBytes.word(bytes, offset);
            continuations += Long.bitCount(word & ~(word << 1) & SwarBytes.HIGHS);
            offset += Long.BYTES;
        }
        while (offset < text.to()) {
            continuations += isContinuation(bytes[offset++]) ? 1 : 0;
        }
        return text.length() - continuations;
    }

    /** Returns the last start of a code point at or before an offset in the slice. The end of the slice counts as a start. */
    public static int floor(Slice text, int offset) {
        Objects.checkIndex(offset, text.length() + 1);
        if (offset == text.length()) {
            return offset;
        }
        int i = offset;
        while (i > 0 && offset - i < 3 && isContinuation(text.at(i))) {
            i--;
        }
        return isContinuation(text.at(i)) ? offset : i;
    }

    /**
     * Returns the last boundary between user-perceived characters at or before an offset. Looks back 512 bytes; if it
     * finds no boundary there except the start of the text, returns the same as {@link #floor}.
     */
    public static int graphemeFloor(Slice text, int offset) {
        return Graphemes.floor(text, offset);
    }

    static boolean isContinuation(byte c) {
        return (c & 0xC0) == 0x80;
    }

    /** Returns the offset of the first byte that does not begin a valid sequence, or {@code end}. */
    private static int firstInvalid(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i < end) {
            if (bytes[i] >= 0) {
                i = endOfAscii(bytes, i, end);
                continue;
            }
            int length = validRunLength(bytes, i, end);
            if (length == 0) {
                return i;
            }
            i += length;
        }
        return end;
    }

    private static int endOfAscii(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i <= end - Long.BYTES) {
            long mask = SwarBytes.word(bytes, i) & SwarBytes.HIGHS;
            if (mask != 0) {
                return i + SwarBytes.first(mask);
            }
            i += Long.BYTES;
        }
        while (i < end && bytes[i] >= 0) {
            i++;
        }
        return i;
    }

    /** Returns the length of the valid sequences from here on, all beyond ASCII; 0 if there are none. */
    static int validRunLength(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i < end && bytes[i] < 0) {
            int length = sequenceLength(bytes, i, end);
            if (length == 0) {
                break;
            }
            i += length;
        }
        return i - offset;
    }

    /** Returns the length of the valid sequence that begins with this byte beyond ASCII, or 0. */
    static int sequenceLength(byte[] bytes, int offset, int end) {
        int lead = bytes[offset] & 0xFF;
        int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (length == 0 || length > end - offset || !isValidSecond(lead, bytes[offset + 1])) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if (!isContinuation(bytes[offset + i])) {
                return 0;
            }
        }
        return length;
    }

    private static boolean isValidSecond(int lead, byte second) {
        int value = second & 0xFF;
        return switch (lead) {
            case 0xE0 -> value >= 0xA0 && value <= 0xBF;
            case 0xED -> value >= 0x80 && value <= 0x9F;
            case 0xF0 -> value >= 0x90 && value <= 0xBF;
            case 0xF4 -> value >= 0x80 && value <= 0x8F;
            default -> isContinuation(second);
        };
    }

    private static int invalidLength(byte[] bytes, int offset, int end) {
        int lead = bytes[offset] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4 || offset + 1 >= end || !isValidSecond(lead, bytes[offset + 1])) {
            return 1;
        }
        return lead >= 0xF0 && offset + 2 < end && isContinuation(bytes[offset + 2]) ? 3 : 2;
    }

    /** Returns the number of bytes of a code point; a lone surrogate has three. */
    public static int length(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    /** Writes a code point, which may be a lone surrogate, and returns the offset after it. */
    static int put(int codePoint, byte[] out, int offset) {
        int i = offset;
        if (codePoint < 0x80) {
            out[i++] = (byte) codePoint;
            return i;
        }
        if (codePoint < 0x800) {
            out[i++] = (byte) (0xC0 | (codePoint >> 6));
        } else {
            if (codePoint < 0x10000) {
                out[i++] = (byte) (0xE0 | (codePoint >> 12));
            } else {
                out[i++] = (byte) (0xF0 | (codePoint >> 18));
                out[i++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
            }
            out[i++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        }
        out[i++] = (byte) (0x80 | (codePoint & 0x3F));
        return i;
    }

    /** Encodes a string; lone surrogates are preserved. */
    public static byte[] encode(String text) {
        byte[] out = new byte[Math.multiplyExact(3, text.length())];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            int codePoint = text.codePointAt(i);
            size = put(codePoint, out, size);
            i += codePoint >= 0x10000 ? 1 : 0;
        }
        return Arrays.copyOf(out, size);
    }

    /** Decodes a small text; lone surrogates are preserved. */
    public static String decode(Slice text) {
        if (isValid(text)) {
            return new String(text.bytes(), text.from(), text.length(), StandardCharsets.UTF_8);
        }
        StringBuilder decoded = new StringBuilder(text.length());
        int offset = text.from();
        while (offset < text.to()) {
            long codePointAndLength = codePoint(text.bytes(), offset, text.to());
            decoded.appendCodePoint((int) codePointAndLength);
            offset += (int) (codePointAndLength >>> 32);
        }
        return decoded.toString();
    }

    /** Returns the length in bytes of the character at an offset: three for a lone surrogate, one for an invalid byte. */
    public static int lengthAt(byte[] bytes, int offset, int end) {
        return (int) (codePoint(bytes, offset, end) >>> 32);
    }

    /** Returns the code point at an offset, with its length in bytes in the upper 32 bits; U+FFFD for an invalid byte. */
    public static long codePoint(byte[] bytes, int offset, int end) {
        if (bytes[offset] >= 0) {
            return (1L << 32) | bytes[offset];
        }
        int length = sequenceLength(bytes, offset, end);
        if (length == 0) {
            boolean isSurrogate = bytes[offset] == (byte) 0xED
                    && end - offset >= 3
                    && isContinuation(bytes[offset + 1])
                    && isContinuation(bytes[offset + 2]);
            if (!isSurrogate) {
                return (1L << 32) | 0xFFFD;
            }
            length = 3;
        }
        int point = bytes[offset] & (0xFF >> (length + 1));
        for (int i = 1; i < length; i++) {
            point = (point << 6) | (bytes[offset + i] & 0x3F);
        }
        return ((long) length << 32) | point;
    }
}
