package dev.plimsoll.json;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the boundaries of user-perceived characters (extended grapheme clusters, Unicode annex 29) near an offset. */
final class Graphemes {

    /** Maximum number of bytes before an offset that are read. */
    private static final int WINDOW = 512;
    /** Maximum number of bytes of a run of flags (pairs of regional indicators) whose halves are counted. */
    private static final int MAX_FLAG_BYTES = 1 << 15;

    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private Graphemes() {}

    /** Returns the last boundary at or before an offset: see {@link Utf8#graphemeFloor}. */
    static int floor(Slice text, int offset) {
        Objects.checkIndex(offset, text.length() + 1);
        int floor = Utf8.floor(text, offset);
        if (floor == 0 || floor == text.length() || isPlainBoundary(text, floor)) {
            return floor;
        }
        int start = windowStart(text, floor);
        // after an odd number of flag halves, the window would begin with the second half of a flag
        start += 4 * (flagHalvesBefore(text, start) % 2);
        int last = lastBoundary(text, start, floor);
        return last > 0 ? last : floor;
    }

    /** Returns whether both neighbors are ASCII: then there is a boundary, except inside CR LF. */
    private static boolean isPlainBoundary(Slice text, int offset) {
        return text.at(offset) >= 0
                && text.at(offset - 1) >= 0
                && !(text.at(offset - 1) == '\r' && text.at(offset) == '\n');
    }

    private static int windowStart(Slice text, int offset) {
        int start = offset - 1;
        while (start > 0 && offset - start < WINDOW && !isPlainBoundary(text, start)) {
            start--;
        }
        return Utf8.floor(text, start);
    }

    /**
     * Counts the flag halves before an offset. Two halves make a flag, so the boundaries depend on the start of the
     * run.
     */
    private static int flagHalvesBefore(Slice text, int offset) {
        int i = offset;
        while (i >= 4 && offset - i < MAX_FLAG_BYTES && isFlagHalf(text, i) && isFlagHalf(text, i - 4)) {
            i -= 4;
        }
        return (offset - i) / 4;
    }

    private static boolean isFlagHalf(Slice text, int offset) {
        long codePoint = Utf8.codePoint(text.bytes(), text.from() + offset, text.to());
        int indicator = (int) codePoint - 0x1F1E6;
        return indicator >= 0 && indicator < 26;
    }

    /** Returns the last boundary in {@code [start, offset]}, or 0. */
    private static int lastBoundary(Slice text, int start, int offset) {
        StringBuilder decoded = new StringBuilder();
        int[] offsets = new int[2 * WINDOW];
        int i = start;
        // the next code point decides whether there is a boundary at the offset
        while (i <= offset && i < text.length()) {
            long codePointAndLength = Utf8.codePoint(text.bytes(), text.from() + i, text.to());
            offsets[decoded.length()] = i;
            decoded.appendCodePoint((int) codePointAndLength);
            i += (int) (codePointAndLength >>> 32);
        }
        Matcher clusters = CLUSTER.matcher(decoded);
        int boundary = start > 0 && isPlainBoundary(text, start) ? start : 0;
        while (clusters.find() && offsets[clusters.start()] <= offset) {
            boundary = offsets[clusters.start()] > start ? offsets[clusters.start()] : boundary;
        }
        return boundary;
    }
}
