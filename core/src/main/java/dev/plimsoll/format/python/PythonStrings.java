package dev.plimsoll.format.python;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;

/** Parses the strings of Python, and writes them as JSON. Bytes are written as their source. */
final class PythonStrings {

    private final byte[] b;
    private final int end;
    private final ByteSink out;
    private final ByteSink decoded = new ByteSink(256);

    PythonStrings(Slice text, ByteSink out) {
        this.b = text.bytes();
        this.end = text.to();
        this.out = out;
    }

    /** Returns whether a string with a prefix begins at an offset: {@code u'…'}, {@code r"…"}, {@code b'…'}. */
    boolean isPrefixed(int at) {
        int quote = prefixEnd(at);
        return quote > at && quote < end && isQuote(b[quote]);
    }

    private int prefixEnd(int at) {
        int i = at;
        while (i < end && i - at < 2 && isPrefix(b[i])) {
            i++;
        }
        return i;
    }

    private static boolean isPrefix(byte c) {
        int lower = c | 0x20;
        return lower == 'u' || lower == 'r' || lower == 'b';
    }

    private static boolean isQuote(byte c) {
        return c == '\'' || c == '"';
    }

    /**
     * Writes the string at an offset, and those that follow it directly and belong to it.
     *
     * @return the offset after it; where it fails, as a negative number
     */
    int write(int at) {
        int plain = writePlain(at);
        if (plain > 0) {
            return plain;
        }
        decoded.truncate(0);
        int i = at;
        boolean isBytes = false;
        int last;
        do {
            int quote = prefixEnd(i);
            boolean isRaw = false;
            for (int p = i; p < quote; p++) {
                isBytes |= (b[p] | 0x20) == 'b';
                isRaw |= (b[p] | 0x20) == 'r';
            }
            int after = skip(quote);
            if (after < 0) {
                return after;
            }
            int length = isTriple(quote) ? 3 : 1;
            decode(quote + length, after - length, isRaw);
            last = after;
            i = skipSpace(after);
        } while (i < end && (isQuote(b[i]) || isPrefixed(i)));
        out.string(isBytes ? new Slice(b, at, last) : decoded.slice());
        return last;
    }

    /**
     * Writes a string without escapes and prefixes to which no other belongs.
     *
     * @return the offset after it; 0 if the string has another form, and nothing was written
     */
    private int writePlain(int at) {
        byte quote = b[at];
        if (!isQuote(quote)) {
            return 0;
        }
        int i = at + 1;
        while (i < end && b[i] != quote && b[i] != '\\' && b[i] != '\n') {
            i++;
        }
        boolean isClosed = i + 1 < end && b[i] == quote;
        boolean isLast = isClosed && (b[i + 1] == ',' || b[i + 1] == ':' || b[i + 1] == '}' || b[i + 1] == ']');
        if (!isLast) {
            return 0;
        }
        out.string(new Slice(b, at + 1, i));
        return i + 1;
    }

    private int skipSpace(int from) {
        int i = from;
        while (i < end && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t')) {
            i++;
        }
        return i;
    }

    private boolean isTriple(int quote) {
        return quote + 2 < end && b[quote + 1] == b[quote] && b[quote + 2] == b[quote];
    }

    /** Returns the offset after the string whose quote is at this offset; negative if it does not end. */
    int skip(int quote) {
        byte q = b[quote];
        boolean isTriple = isTriple(quote);
        for (int i = quote + (isTriple ? 3 : 1); i < end; i++) {
            if (b[i] == '\\') {
                i++;
            } else if (b[i] == q && !isTriple) {
                return i + 1;
            } else if (b[i] == q && isTriple(i)) {
                return i + 3;
            } else if (b[i] == '\n' && !isTriple) {
                return -i;
            }
        }
        return -end;
    }

    private void decode(int from, int to, boolean isRaw) {
        int plain = from;
        for (int i = from; i < to && !isRaw; i++) {
            if (b[i] == '\\' && i + 1 < to) {
                decoded.raw(new Slice(b, plain, i));
                i = escape(i + 1, to) - 1;
                plain = i + 1;
            }
        }
        decoded.raw(new Slice(b, plain, to));
    }

    /** Decodes the escape whose letter is at this offset; returns the offset after it. */
    private int escape(int at, int to) {
        byte c = b[at];
        return switch (c) {
            case '\n' -> at + 1;
            case 'n' -> plain('\n', at);
            case 't' -> plain('\t', at);
            case 'r' -> plain('\r', at);
            case 'a' -> plain(7, at);
            case 'b' -> plain('\b', at);
            case 'f' -> plain('\f', at);
            case 'v' -> plain(11, at);
            case 'x' -> coded(at, 2, to);
            case 'u' -> coded(at, 4, to);
            case 'U' -> coded(at, 8, to);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(at, to);
            default -> other(c, at);
        };
    }

    /**
     * Decodes an escape without a letter of its own: a backslash or a quote loses the backslash before it;
     * other characters keep it.
     */
    private int other(byte c, int at) {
        if (c != '\\' && !isQuote(c)) {
            decoded.raw((byte) '\\');
        }
        decoded.raw(c);
        return at + 1;
    }

    private int plain(int c, int at) {
        decoded.raw((byte) c);
        return at + 1;
    }

    private int octal(int at, int to) {
        int value = 0;
        int i = at;
        while (i < to && i - at < 3 && b[i] >= '0' && b[i] <= '7') {
            value = 8 * value + b[i++] - '0';
        }
        add(value);
        return i;
    }

    /** Decodes hexadecimal digits; an escape without enough of them stays as written. */
    private int coded(int at, int digits, int to) {
        int value = 0;
        int i = at + 1;
        while (i < to && i <= at + digits && Character.digit(b[i], 16) >= 0) {
            value = 16 * value + Character.digit(b[i++], 16);
        }
        if (i != at + 1 + digits || value < 0 || value > Character.MAX_CODE_POINT) {
            decoded.raw((byte) '\\').raw(b[at]);
            return at + 1;
        }
        add(value);
        return i;
    }

    private void add(int codePoint) {
        decoded.raw(Slice.of(Utf8.encode(new String(Character.toChars(codePoint)))));
    }
}
