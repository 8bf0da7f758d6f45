package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/**
 * Copies valid JSON without the white space between its tokens, and without the escapes that JSON does not need:
 * {@code \/}, and {@code \}{@code u} for a character that JSON allows without an escape. Control characters and lone
 * surrogates stay escaped. The values stay equal, and numbers keep their bytes.
 */
final class Compaction {

    /** Maximum length of a piece (the bytes between two omissions) that is copied in words of eight bytes. */
    private static final int MAX_SHORT_LENGTH = 6 * Long.BYTES;

    private final byte[] source;
    private final int from;
    private final int end;

    /** Maximum length of the copy; scanning stops beyond it. */
    private final int limit;

    /** Array with space for the whole value; null if the copy is only measured. */
    private final byte @Nullable [] target;

    private int size;

    /** Offset of the first byte that is neither copied nor left out. */
    private int pieceStart;

    /** Number of scanned bytes that are not in the copy. */
    private int savedBytes;

    /**
     * Offset at which a measurement can stop, because the copy is above the limit there unless more bytes are saved
     * before it.
     */
    private int scanEnd;

    private Compaction(Slice value, byte @Nullable [] target, int size, int limit) {
        this.source = value.bytes();
        this.from = value.from();
        this.end = value.to();
        this.target = target;
        this.size = size;
        this.limit = limit;
        this.pieceStart = value.from();
        this.scanEnd = value.to();
        // sets the end of a measurement
        addSaved(0);
    }

    /** Appends the value, or a part of it that ends between two tokens. */
    static void write(Slice value, ByteSink out) {
        byte[] target = out.reserve(value.length());
        Compaction compaction = new Compaction(value, target, out.size(), value.length());
        compaction.copyPieces(target);
        compaction.copyTo(compaction.end);
        out.setSize(compaction.size);
    }

    /** Appends the content of a string, without its quotes. */
    static void writeStringContent(Slice content, ByteSink out) {
        Compaction compaction = new Compaction(content, out.reserve(content.length()), out.size(), content.length());
        compaction.scanString(content.from());
        compaction.copyTo(compaction.end);
        out.setSize(compaction.size);
    }

    /** Returns whether the copy of the value has more than {@code maxBytes} bytes; reads no further than needed. */
    static boolean exceeds(Slice value, int maxBytes) {
        return value.length() > maxBytes && new Compaction(value, null, 0, maxBytes).isAboveLimit();
    }

    /** Copies all but the last piece. Local variables instead of fields save a fifth of the time. */
    private void copyPieces(byte[] out) {
        byte[] bytes = source;
        int start = from;
        int offset = from;
        int outSize = size;
        while (offset < end) {
            byte c = bytes[offset];
            if (c == '"') {
                offset = findQuoteOrEscape(bytes, offset + 1, end, end);
                if (offset < end && bytes[offset] == '\\') {
                    size = outSize;
                    pieceStart = start;
                    offset = scanString(offset);
                    outSize = size;
                    start = pieceStart;
                }
                offset++;
            } else if ((c & 0xFF) > ' ') {
                offset++;
            } else {
                outSize = copyPiece(bytes, start, offset, out, outSize);
                offset = skipSpace(bytes, offset + 1, end);
                start = offset;
            }
        }
        size = outSize;
        pieceStart = start;
    }

    /** Returns whether the copy is above its limit. */
    private boolean isAboveLimit() {
        byte[] bytes = source;
        int offset = from;
        while (offset < scanEnd) {
            byte c = bytes[offset];
            if (c == '"') {
                offset = scanString(offset + 1) + 1;
            } else if ((c & 0xFF) > ' ') {
                offset++;
            } else {
                int next = skipSpace(bytes, offset + 1, end);
                omit(offset, next);
                offset = next;
            }
        }
        return Math.min(offset, end) - from - savedBytes > limit;
    }

    /** Returns the end of the white space: in valid JSON, no other byte outside strings is as small as a space. */
    private static int skipSpace(byte[] bytes, int offset, int end) {
        int i = offset;
        while (i < end && (bytes[i] & 0xFF) <= ' ') {
            i++;
        }
        return i;
    }

    /**
     * Scans a string from {@code first} on; returns the offset of its closing quote, or the offset at which the scan
     * stops.
     */
    private int scanString(int first) {
        int offset = findQuoteOrEscape(source, first, scanEnd, end);
        while (offset < scanEnd && source[offset] == '\\') {
            int next = source[offset + 1] == '/' ? removeSlashEscape(offset) : decodeUnicodeEscapes(offset);
            offset = findQuoteOrEscape(source, next, scanEnd, end);
        }
        return offset;
    }

    /** Leaves out the backslash before a slash; returns the offset after the slash. */
    private int removeSlashEscape(int offset) {
        omit(offset, offset + 1);
        return offset + 2;
    }

    /**
     * Replaces Unicode escapes that follow each other by their characters, where JSON allows these; returns
     * the offset after the escapes.
     */
    private int decodeUnicodeEscapes(int first) {
        int offset = first;
        do {
            int escape = JsonText.readUnicodeEscape(source, offset, end);
            int codePoint = JsonText.codePoint(escape);
            int next = offset + JsonText.length(escape);
            if (isAllowedInString(codePoint)) {
                omit(offset, next);
                addSaved(-Utf8.length(codePoint));
                size = target == null ? 0 : Utf8.put(codePoint, target, size);
            }
            offset = next;
        } while (offset < end - 1 && offset < scanEnd && source[offset] == '\\' && source[offset + 1] == 'u');
        return offset;
    }

    private static boolean isAllowedInString(int codePoint) {
        boolean isSurrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return codePoint >= ' ' && codePoint != '"' && codePoint != '\\' && !isSurrogate;
    }

    /** Leaves out the bytes between two offsets. */
    private void omit(int offset, int next) {
        copyTo(offset);
        pieceStart = next;
        addSaved(next - offset);
    }

    private void addSaved(int bytes) {
        savedBytes += bytes;
        if (target == null) {
            scanEnd = (int) Math.min(end, (long) from + savedBytes + limit + 1);
        }
    }

    /** Copies the bytes between the last omission and this offset. */
    private void copyTo(int to) {
        if (target != null && to > pieceStart) {
            size = copyPiece(source, pieceStart, to, target, size);
        }
    }

    /** Copies one piece; returns the offset after it. */
    private static int copyPiece(byte[] bytes, int from, int to, byte[] target, int offset) {
        int length = to - from;
        if (length <= MAX_SHORT_LENGTH
                && from <= bytes.length - MAX_SHORT_LENGTH
                && offset <= target.length - MAX_SHORT_LENGTH) {
            // the last word may reach beyond the piece; the bytes after the piece are overwritten later
            for (int i = 0; i < length; i += Long.BYTES) {
                SwarBytes.put(target, offset + i, SwarBytes.word(bytes, from + i));
            }
        } else {
            System.arraycopy(bytes, from, target, offset, length);
        }
        return offset + length;
    }

    /**
     * Returns the offset of the closing quote or of the next escaped slash or Unicode escape; the end of the
     * search if there is none.
     */
    private static int findQuoteOrEscape(byte[] bytes, int offset, int scanEnd, int end) {
        int i = offset;
        while (i <= scanEnd - Long.BYTES) {
            long word = SwarBytes.word(bytes, i);
            long mask = SwarBytes.equal(word, SwarBytes.QUOTES) | SwarBytes.equal(word, SwarBytes.BACKSLASHES);
            if (mask == 0) {
                i += Long.BYTES;
                continue;
            }
            i += SwarBytes.first(mask);
            if (bytes[i] == '"' || isSlashOrUnicode(bytes, i, end)) {
                return i;
            }
            i += 2;
        }
        while (i < scanEnd && bytes[i] != '"') {
            if (bytes[i] == '\\' && isSlashOrUnicode(bytes, i, end)) {
                return i;
            }
            i += bytes[i] == '\\' ? 2 : 1;
        }
        return i;
    }

    private static boolean isSlashOrUnicode(byte[] bytes, int backslash, int end) {
        return backslash + 1 < end && (bytes[backslash + 1] == '/' || bytes[backslash + 1] == 'u');
    }
}
