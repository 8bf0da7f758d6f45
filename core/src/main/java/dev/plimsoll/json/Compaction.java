package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/**
 * Copies valid JSON without the white space between its tokens, and without the escapes that JSON does not need:
 * {@code \/}, and {@code \}{@code u} for a character that can stand for itself. Control characters and lone surrogates
 * stay escaped. The values stay equal, and numbers keep their bytes.
 */
final class Compaction {

    private static final long SLASHES = SwarBytes.ONES * '/';
    private static final long LETTERS_U = SwarBytes.ONES * 'u';

    private final byte[] b;
    private final int from;
    private final int end;
    private final @Nullable ByteSink out;

    /** Maximum length of the copy; scanning stops beyond it. */
    private final int limit;

    private int copied;

    /** Bytes that the copy has fewer than the scanned value. */
    private int saved;

    private Compaction(Slice value, @Nullable ByteSink out, int limit) {
        this.b = value.bytes();
        this.from = value.from();
        this.end = value.to();
        this.out = out;
        this.limit = limit;
        this.copied = value.from();
    }

    /** Appends the value, or a piece of it that ends between two tokens. */
    static void write(Slice value, ByteSink out) {
        Compaction compaction = new Compaction(value, out, value.length());
        compaction.scan();
        out.raw(compaction.b, compaction.copied, compaction.end);
    }

    /** Appends the inside of a string. */
    static void writeInside(Slice inside, ByteSink out) {
        Compaction compaction = new Compaction(inside, out, inside.length());
        compaction.scanString(inside.from());
        out.raw(compaction.b, compaction.copied, compaction.end);
    }

    /** Returns whether the copy of the value has more than {@code maxBytes} bytes; reads no further than needed. */
    static boolean exceeds(Slice value, int maxBytes) {
        return value.length() > maxBytes && new Compaction(value, null, maxBytes).scan();
    }

    /** Returns whether the copy is above its limit. */
    private boolean scan() {
        int at = from;
        while (at < end && at - from - saved <= limit) {
            byte c = b[at];
            if (c == '"') {
                at = scanString(at + 1) + 1;
            } else if (Json.isSpace(c)) {
                int next = Json.skipSpace(b, at, end);
                drop(at, next);
                at = next;
            } else {
                at++;
            }
        }
        return Math.min(at, end) - from - saved > limit;
    }

    /** Returns the offset of the closing quote, or the offset at which the end or the limit is certain. */
    private int scanString(int first) {
        int at = findStop(first);
        while (at < end && b[at] == '\\' && at - from - saved <= limit) {
            at = findStop(b[at + 1] == '/' ? slash(at) : unicode(at));
        }
        return at;
    }

    private int slash(int at) {
        drop(at, at + 1);
        return at + 2;
    }

    private int unicode(int at) {
        int escape = JsonText.unicode(b, at, end);
        int codePoint = JsonText.codePoint(escape);
        int next = at + JsonText.length(escape);
        if (isAllowedInString(codePoint)) {
            drop(at, next);
            int length = Utf8.length(codePoint);
            saved -= length;
            if (out != null) {
                out.setSize(Utf8.put(codePoint, out.reserve(length), out.size()));
            }
        }
        return next;
    }

    private static boolean isAllowedInString(int codePoint) {
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return codePoint >= ' ' && codePoint != '"' && codePoint != '\\' && !surrogate;
    }

    private void drop(int at, int next) {
        if (out != null) {
            out.raw(b, copied, at);
        }
        copied = next;
        saved += next - at;
    }

    /** Returns the offset of the closing quote or of the next slash or Unicode escape; the end of the search without one. */
    private int findStop(int at) {
        int last = (int) Math.min(end, (long) from + saved + limit + 1);
        int i = at;
        while (i <= last - Long.BYTES) {
            long word = SwarBytes.word(b, i);
            long mask = SwarBytes.equal(word, SwarBytes.QUOTES) | SwarBytes.equal(word, SwarBytes.BACKSLASHES);
            if (mask == 0) {
                i += Long.BYTES;
                continue;
            }
            i += SwarBytes.first(mask);
            return b[i] == '"' ? i : findStopAfterEscapes(i, last);
        }
        return findStopInBytes(i, last);
    }

    /** Continues {@link #findStop} from the first backslash, as {@link Json#skipString} does. */
    private int findStopAfterEscapes(int at, int last) {
        long taken = 0;
        int i = at;
        // each step reads one byte ahead
        while (i < last - Long.BYTES) {
            long word = SwarBytes.word(b, i);
            long backslashes = SwarBytes.equalExactly(word, SwarBytes.BACKSLASHES) & ~taken;
            long escaping = SwarBytes.escaping(backslashes);
            long closing = SwarBytes.equalExactly(word, SwarBytes.QUOTES) & ~taken & ~(escaping << Byte.SIZE);
            long next = SwarBytes.word(b, i + 1);
            long stops = closing
                    | (escaping & (SwarBytes.equalExactly(next, SLASHES) | SwarBytes.equalExactly(next, LETTERS_U)));
            if (stops != 0) {
                return i + SwarBytes.first(stops);
            }
            taken = SwarBytes.lastAsFirst(escaping);
            i += Long.BYTES;
        }
        return findStopInBytes(taken == 0 ? i : i + 1, last);
    }

    private int findStopInBytes(int at, int last) {
        int i = at;
        while (i < last && b[i] != '"') {
            if (b[i] != '\\') {
                i++;
            } else if (i + 1 < end && (b[i + 1] == '/' || b[i + 1] == 'u')) {
                return i;
            } else {
                i += 2;
            }
        }
        return i;
    }
}
