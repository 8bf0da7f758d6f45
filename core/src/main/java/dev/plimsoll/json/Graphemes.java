package dev.plimsoll.json;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the boundaries of user-perceived characters (extended grapheme clusters, Unicode annex 29) near an offset. */
final class Graphemes {

    /** Maximum bytes before an offset that are looked at. */
    private static final int WINDOW = 512;
    /** Maximum bytes of a run of flags whose halves are counted. */
    private static final int MAX_FLAG_BYTES = 1 << 15;

    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private Graphemes() {}

    /** Returns the last boundary at or before an offset: see {@link Utf8#graphemeFloor}. */
    static int floor(Slice s, int at) {
        Objects.checkIndex(at, s.length() + 1);
        int floor = Utf8.floor(s, at);
        if (floor == 0 || floor == s.length() || isPlainBoundary(s, floor)) {
            return floor;
        }
        int start = windowStart(s, floor);
        // after an odd number of flag halves, the window would begin with the second half of a flag
        start += 4 * (flagHalvesBefore(s, start) % 2);
        int last = lastBoundary(s, start, floor);
        return last > 0 ? last : floor;
    }

    /** Returns whether both neighbors are ASCII: then there is a boundary, except inside CR LF. */
    private static boolean isPlainBoundary(Slice s, int at) {
        return s.at(at) >= 0 && s.at(at - 1) >= 0 && !(s.at(at - 1) == '\r' && s.at(at) == '\n');
    }

    private static int windowStart(Slice s, int at) {
        int start = at - 1;
        while (start > 0 && at - start < WINDOW && !isPlainBoundary(s, start)) {
            start--;
        }
        return Utf8.floor(s, start);
    }

    /** Counts the flag halves before an offset. Two halves make a flag, so the boundaries depend on the start of the run. */
    private static int flagHalvesBefore(Slice s, int at) {
        int i = at;
        while (i >= 4 && at - i < MAX_FLAG_BYTES && isFlagHalf(s, i) && isFlagHalf(s, i - 4)) {
            i -= 4;
        }
        return (at - i) / 4;
    }

    private static boolean isFlagHalf(Slice s, int at) {
        long point = Utf8.codePoint(s.bytes(), s.from() + at, s.to());
        int indicator = (int) point - 0x1F1E6;
        return indicator >= 0 && indicator < 26;
    }

    /** Returns the last boundary in {@code [start, at]}, or 0. */
    private static int lastBoundary(Slice s, int start, int at) {
        StringBuilder text = new StringBuilder();
        int[] offsets = new int[2 * WINDOW];
        int i = start;
        // the next code point decides whether there is a boundary at the offset
        while (i <= at && i < s.length()) {
            long point = Utf8.codePoint(s.bytes(), s.from() + i, s.to());
            offsets[text.length()] = i;
            text.appendCodePoint((int) point);
            i += (int) (point >>> 32);
        }
        Matcher clusters = CLUSTER.matcher(text);
        int last = start > 0 && isPlainBoundary(s, start) ? start : 0;
        while (clusters.find() && offsets[clusters.start()] <= at) {
            last = offsets[clusters.start()] > start ? offsets[clusters.start()] : last;
        }
        return last;
    }
}
