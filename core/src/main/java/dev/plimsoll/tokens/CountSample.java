package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Corrects the estimate for long texts by exact counts of some short ranges (windows). This works because
 * most of a text is in one script and one layout, so that estimates are wrong by the same factor everywhere.
 * Equal texts always have the same windows.
 */
public final class CountSample {

    private static final int WINDOW_BYTES = 256;
    private static final int BYTES_PER_WINDOW = 8 * 1024;
    private static final int MIN_WINDOWS = 16;
    private static final int MAX_WINDOWS = 64;

    /** Maximum length of an escape after its backslash. */
    private static final int MAX_ESCAPE_TAIL = 5;

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final TokenCounter fast;
    private final TokenCounter exact;
    private final long stride;
    private long length;
    private long windows;
    private long estimated;
    private long counted;

    /**
     * Creates an empty sample.
     *
     * @param length length of all texts together
     */
    public CountSample(TokenCounter fastCounter, TokenCounter exactCounter, long length) {
        this.fast = fastCounter;
        this.exact = exactCounter;
        long windows = Math.min(MAX_WINDOWS, Math.max(MIN_WINDOWS, length / BYTES_PER_WINDOW));
        this.stride = Math.max(WINDOW_BYTES, length / windows);
    }

    public void add(Slice text) {
        add(text, false);
    }

    public void addEscaped(Slice inside) {
        add(inside, true);
    }

    /** Returns the estimate for all texts, corrected by the sample. */
    public long correct(long estimate) {
        return estimated == 0 || counted == 0 ? estimate : Math.round((double) estimate * counted / estimated);
    }

    private void add(Slice text, boolean escaped) {
        long begin = length;
        length += text.length();
        for (long at = next(); at < length; at = next()) {
            windows++;
            int from = boundary(text, (int) (at - begin), escaped);
            int to = boundary(text, Math.min(text.length(), from + WINDOW_BYTES), escaped);
            Slice window = text.sub(from, to);
            estimated += escaped ? fast.countEscaped(window) : fast.count(window);
            counted += escaped ? exact.countEscaped(window) : exact.count(window);
        }
    }

    /**
     * Returns the start of the next window: a pseudo-random offset within its stride. With fixed offsets, a periodic text would
     * show the same part in every window.
     */
    private long next() {
        long freeBytes = stride - WINDOW_BYTES;
        long shift = freeBytes <= 0 ? 0 : Long.remainderUnsigned((windows * GOLDEN_RATIO) >>> 1, freeBytes);
        return windows * stride + shift;
    }

    /** Returns the last offset up to {@code offset} that is not inside a character or an escape. */
    private static int boundary(Slice text, int offset, boolean escaped) {
        int at = offset;
        while (at > 0 && at < text.length() && (text.at(at) & 0xC0) == 0x80) {
            at--;
        }
        return escaped ? escapeStart(text, at) : at;
    }

    private static int escapeStart(Slice inside, int at) {
        for (int start = at - 1; start >= Math.max(0, at - MAX_ESCAPE_TAIL); start--) {
            if (inside.at(start) == '\\' && backslashesBefore(inside, start) % 2 == 0) {
                boolean unicode = start + 1 < inside.length() && inside.at(start + 1) == 'u';
                return start + (unicode ? MAX_ESCAPE_TAIL : 1) >= at ? start : at;
            }
        }
        return at;
    }

    private static int backslashesBefore(Slice inside, int at) {
        int start = at;
        // in a longer run of backslashes, a window may split an escape, which then counts as one more character
        while (start > Math.max(0, at - WINDOW_BYTES) && inside.at(start - 1) == '\\') {
            start--;
        }
        return at - start;
    }
}
