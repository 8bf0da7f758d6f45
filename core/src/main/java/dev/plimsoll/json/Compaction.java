package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/**
 * Copies valid JSON without the white space between its tokens, and without the escapes that JSON does not need:
 * {@code \/}, and {@code \}{@code u} for a character that can stand for itself. Control characters and lone surrogates
 * stay escaped. The values stay equal, and numbers keep their bytes.
 */
final class Compaction {

    /** Maximum length of a piece that is copied in words of eight bytes. */
    private static final int SHORT = 6 * Long.BYTES;

    private final byte[] b;
    private final int from;
    private final int end;

    /** Maximum length of the copy; scanning stops beyond it. */
    private final int limit;

    /** Array with space for the whole value; null if the copy is only measured. */
    private final byte @Nullable [] target;

    private int size;
    private int copied;

    /** Number of scanned bytes that are not in the copy. */
    private int saved;

    /**
     * Offset at which scanning may end, because the copy is above the limit there unless more bytes are saved
     * until then.
     */
    private int last;

    private Compaction(Slice value, byte @Nullable [] target, int size, int limit) {
        this.b = value.bytes();
        this.from = value.from();
        this.end = value.to();
        this.target = target;
        this.size = size;
        this.limit = limit;
        this.copied = value.from();
        this.last = value.to();
        save(0);
    }

    /** Appends the value, or a piece of it that ends between two tokens. */
    static void write(Slice value, ByteSink out) {
        byte[] target = out.reserve(value.length());
        Compaction compaction = new Compaction(value, target, out.size(), value.length());
        compaction.copy(target);
        compaction.copyTo(compaction.end);
        out.setSize(compaction.size);
    }

    /** Appends the inside of a string. */
    static void writeInside(Slice inside, ByteSink out) {
        Compaction compaction = new Compaction(inside, out.reserve(inside.length()), out.size(), inside.length());
        compaction.scanString(inside.from());
        compaction.copyTo(compaction.end);
        out.setSize(compaction.size);
    }

    /** Returns whether the copy of the value has more than {@code maxBytes} bytes; reads no further than needed. */
    static boolean exceeds(Slice value, int maxBytes) {
        return value.length() > maxBytes && new Compaction(value, null, 0, maxBytes).scan();
    }

    /** Copies all but the last piece. Local variables instead of fields save a fifth of the time. */
    private void copy(byte[] out) {
        byte[] bytes = b;
        int start = from;
        int at = from;
        int to = size;
        while (at < end) {
            byte c = bytes[at];
            if (c == '"') {
                at = findStop(bytes, at + 1, end, end);
                if (at < end && bytes[at] == '\\') {
                    size = to;
                    copied = start;
                    at = scanString(at);
                    to = size;
                    start = copied;
                }
                at++;
            } else if ((c & 0xFF) > ' ') {
                at++;
            } else {
                to = piece(bytes, start, at, out, to);
                at = skipSpace(bytes, at + 1, end);
                start = at;
            }
        }
        size = to;
        copied = start;
    }

    /** Returns whether the copy is above its limit. */
    private boolean scan() {
        byte[] bytes = b;
        int at = from;
        while (at < last) {
            byte c = bytes[at];
            if (c == '"') {
                at = scanString(at + 1) + 1;
            } else if ((c & 0xFF) > ' ') {
                at++;
            } else {
                int next = skipSpace(bytes, at + 1, end);
                drop(at, next);
                at = next;
            }
        }
        return Math.min(at, end) - from - saved > limit;
    }

    /** Returns the end of the white space: in valid JSON, no other byte outside strings is as small as a space. */
    private static int skipSpace(byte[] b, int at, int end) {
        int i = at;
        while (i < end && (b[i] & 0xFF) <= ' ') {
            i++;
        }
        return i;
    }

    /** Returns the offset of the closing quote, or the offset at which the end or the limit is certain. */
    private int scanString(int first) {
        int at = findStop(b, first, last, end);
        while (at < last && b[at] == '\\') {
            int next = b[at + 1] == '/' ? slash(at) : unicode(at);
            at = findStop(b, next, last, end);
        }
        return at;
    }

    /** Leaves out the backslash before a slash; returns the offset after the slash. */
    private int slash(int at) {
        drop(at, at + 1);
        return at + 2;
    }

    /**
     * Replaces Unicode escapes that follow each other by their characters, where JSON allows these; returns
     * the offset after the escapes.
     */
    private int unicode(int first) {
        int at = first;
        do {
            int escape = JsonText.unicode(b, at, end);
            int codePoint = JsonText.codePoint(escape);
            int next = at + JsonText.length(escape);
            if (isAllowedInString(codePoint)) {
                drop(at, next);
                save(-Utf8.length(codePoint));
                size = target == null ? 0 : Utf8.put(codePoint, target, size);
            }
            at = next;
        } while (at < end - 1 && at < last && b[at] == '\\' && b[at + 1] == 'u');
        return at;
    }

    private static boolean isAllowedInString(int codePoint) {
        boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return codePoint >= ' ' && codePoint != '"' && codePoint != '\\' && !isSurrogate;
    }

    /** Leaves out the bytes between two offsets. */
    private void drop(int at, int next) {
        copyTo(at);
        copied = next;
        save(next - at);
    }

    private void save(int bytes) {
        saved += bytes;
        if (target == null) {
            last = (int) Math.min(end, (long) from + saved + limit + 1);
        }
    }

    /** Copies the bytes from the last piece to this offset. */
    private void copyTo(int to) {
        if (target != null && to > copied) {
            size = piece(b, copied, to, target, size);
        }
    }

    /** Copies one piece; returns the offset after it. */
    private static int piece(byte[] b, int from, int to, byte[] target, int at) {
        int length = to - from;
        if (length <= SHORT && from <= b.length - SHORT && at <= target.length - SHORT) {
            // the last word may reach beyond the piece; the bytes after the piece are overwritten later
            for (int i = 0; i < length; i += Long.BYTES) {
                SwarBytes.put(target, at + i, SwarBytes.word(b, from + i));
            }
        } else {
            System.arraycopy(b, from, target, at, length);
        }
        return at + length;
    }

    /**
     * Returns the offset of the closing quote or of the next escaped slash or Unicode escape; the end of the
     * search if there is none.
     */
    private static int findStop(byte[] b, int at, int last, int end) {
        int i = at;
        while (i <= last - Long.BYTES) {
            long word = SwarBytes.word(b, i);
            long mask = SwarBytes.equal(word, SwarBytes.QUOTES) | SwarBytes.equal(word, SwarBytes.BACKSLASHES);
            if (mask == 0) {
                i += Long.BYTES;
                continue;
            }
            i += SwarBytes.first(mask);
            if (b[i] == '"' || isSlashOrUnicode(b, i, end)) {
                return i;
            }
            i += 2;
        }
        while (i < last && b[i] != '"') {
            if (b[i] == '\\' && isSlashOrUnicode(b, i, end)) {
                return i;
            }
            i += b[i] == '\\' ? 2 : 1;
        }
        return i;
    }

    private static boolean isSlashOrUnicode(byte[] b, int backslash, int end) {
        return backslash + 1 < end && (b[backslash + 1] == '/' || b[backslash + 1] == 'u');
    }
}
