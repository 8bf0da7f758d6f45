package dev.plimsoll.format.python;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;

/** Parses the strings of Python, and writes them as JSON. A literal of bytes ({@code b'…'}) is written as its source. */
final class PythonStrings {

    private final byte[] bytes;
    private final int end;
    private final ByteSink out;
    private final ByteSink decoded = new ByteSink(256);

    PythonStrings(Slice text, ByteSink out) {
        this.bytes = text.bytes();
        this.end = text.to();
        this.out = out;
    }

    /** Returns whether a string with a prefix begins at an offset: {@code u'…'}, {@code r"…"}, {@code b'…'}. */
    boolean isPrefixed(int start) {
        int quote = endOfPrefix(start);
        return quote > start && quote < end && isQuote(bytes[quote]);
    }

    private int endOfPrefix(int start) {
        int i = start;
        while (i < end && i - start < 2 && isPrefixLetter(bytes[i])) {
            i++;
        }
        return i;
    }

    private static boolean isPrefixLetter(byte c) {
        int lower = c | 0x20;
        return lower == 'u' || lower == 'r' || lower == 'b';
    }

    private static boolean isQuote(byte c) {
        return c == '\'' || c == '"';
    }

    /**
     * Writes the string at an offset as one string with the literals directly after it, as Python joins them.
     *
     * @return the offset after the last literal; the offset of the error as a negative number
     */
    int write(int start) {
        int plainEnd = writePlain(start);
        if (plainEnd > 0) {
            return plainEnd;
        }
        decoded.truncate(0);
        int partStart = start;
        boolean isBytes = false;
        int lastEnd;
        do {
            int quote = endOfPrefix(partStart);
            boolean isRaw = false;
            for (int prefixIndex = partStart; prefixIndex < quote; prefixIndex++) {
                isBytes |= (bytes[prefixIndex] | 0x20) == 'b';
                isRaw |= (bytes[prefixIndex] | 0x20) == 'r';
            }
            int partEnd = skip(quote);
            if (partEnd < 0) {
                return partEnd;
            }
            int length = isTriple(quote) ? 3 : 1;
            decode(quote + length, partEnd - length, isRaw);
            lastEnd = partEnd;
            partStart = skipSpace(partEnd);
        } while (partStart < end && (isQuote(bytes[partStart]) || isPrefixed(partStart)));
        out.string(isBytes ? new Slice(bytes, start, lastEnd) : decoded.slice());
        return lastEnd;
    }

    /**
     * Writes a string that has no escapes and no prefix and is not followed by a further part.
     *
     * @return the offset after it; 0 if the string has another form, and nothing was written
     */
    private int writePlain(int start) {
        byte quoteByte = bytes[start];
        if (!isQuote(quoteByte)) {
            return 0;
        }
        int i = start + 1;
        while (i < end && bytes[i] != quoteByte && bytes[i] != '\\' && bytes[i] != '\n') {
            i++;
        }
        boolean isClosed = i + 1 < end && bytes[i] == quoteByte;
        boolean isLast =
                isClosed && (bytes[i + 1] == ',' || bytes[i + 1] == ':' || bytes[i + 1] == '}' || bytes[i + 1] == ']');
        if (!isLast) {
            return 0;
        }
        out.string(new Slice(bytes, start + 1, i));
        return i + 1;
    }

    private int skipSpace(int from) {
        int i = from;
        while (i < end && (bytes[i] == ' ' || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\t')) {
            i++;
        }
        return i;
    }

    private boolean isTriple(int quote) {
        return quote + 2 < end && bytes[quote + 1] == bytes[quote] && bytes[quote + 2] == bytes[quote];
    }

    /** Returns the offset after the string whose quote is at this offset; negative if it does not end. */
    int skip(int quote) {
        byte quoteByte = bytes[quote];
        boolean isTriple = isTriple(quote);
        for (int i = quote + (isTriple ? 3 : 1); i < end; i++) {
            if (bytes[i] == '\\') {
                i++;
            } else if (bytes[i] == quoteByte && !isTriple) {
                return i + 1;
            } else if (bytes[i] == quoteByte && isTriple(i)) {
                return i + 3;
            } else if (bytes[i] == '\n' && !isTriple) {
                return -i;
            }
        }
        return -end;
    }

    private void decode(int from, int to, boolean isRaw) {
        int plainStart = from;
        for (int i = from; i < to && !isRaw; i++) {
            if (bytes[i] == '\\' && i + 1 < to) {
                decoded.raw(new Slice(bytes, plainStart, i));
                i = decodeEscape(i + 1, to) - 1;
                plainStart = i + 1;
            }
        }
        decoded.raw(new Slice(bytes, plainStart, to));
    }

    /** Decodes the escape whose letter is at this offset; returns the offset after it. */
    private int decodeEscape(int start, int to) {
        byte c = bytes[start];
        return switch (c) {
            case '\n' -> start + 1;
            case 'n' -> appendByte('\n', start);
            case 't' -> appendByte('\t', start);
            case 'r' -> appendByte('\r', start);
            case 'a' -> appendByte(7, start);
            case 'b' -> appendByte('\b', start);
            case 'f' -> appendByte('\f', start);
            case 'v' -> appendByte(11, start);
            case 'x' -> decodeHex(start, 2, to);
            case 'u' -> decodeHex(start, 4, to);
            case 'U' -> decodeHex(start, 8, to);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> decodeOctal(start, to);
            default -> decodeOther(c, start);
        };
    }

    /**
     * Decodes an escape of another character: a backslash or a quote loses the backslash before it; other characters keep
     * it.
     */
    private int decodeOther(byte c, int start) {
        if (c != '\\' && !isQuote(c)) {
            decoded.raw((byte) '\\');
        }
        decoded.raw(c);
        return start + 1;
    }

    private int appendByte(int c, int start) {
        decoded.raw((byte) c);
        return start + 1;
    }

    private int decodeOctal(int start, int to) {
        int value = 0;
        int i = start;
        while (i < to && i - start < 3 && bytes[i] >= '0' && bytes[i] <= '7') {
            value = 8 * value + bytes[i++] - '0';
        }
        appendCodePoint(value);
        return i;
    }

    /** Decodes hexadecimal digits; an escape without enough of them stays as written. */
    private int decodeHex(int start, int digits, int to) {
        int value = 0;
        int i = start + 1;
        while (i < to && i <= start + digits && Character.digit(bytes[i], 16) >= 0) {
            value = 16 * value + Character.digit(bytes[i++], 16);
        }
        if (i != start + 1 + digits || value < 0 || value > Character.MAX_CODE_POINT) {
            decoded.raw((byte) '\\').raw(bytes[start]);
            return start + 1;
        }
        appendCodePoint(value);
        return i;
    }

    private void appendCodePoint(int codePoint) {
        decoded.raw(Slice.of(Utf8.encode(new String(Character.toChars(codePoint)))));
    }
}
