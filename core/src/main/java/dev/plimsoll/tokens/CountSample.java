package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Sample of exact counts of some short ranges (windows) of long texts, by which estimates are corrected. This works because
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

    private final TokenCounter fastCounter;
    private final TokenCounter exactCounter;
    private final long stride;
    /** Length of the texts that were added. */
    private long addedLength;

    private long windowCount;
    private long estimatedTokens;
    private long exactTokens;

    /**
     * Creates an empty sample.
     *
     * @param totalLength length of all texts together
     */
    public CountSample(TokenCounter fastCounter, TokenCounter exactCounter, long totalLength) {
        this.fastCounter = fastCounter;
        this.exactCounter = exactCounter;
        long plannedWindows = Math.min(MAX_WINDOWS, Math.max(MIN_WINDOWS, totalLength / BYTES_PER_WINDOW));
        this.stride = Math.max(WINDOW_BYTES, totalLength / plannedWindows);
    }

    public void add(Slice text) {
        add(text, false);
    }

    public void addEscaped(Slice inside) {
        add(inside, true);
    }

    /** Returns the estimate for all texts, corrected by the sample. */
    public long correct(long estimate) {
        return estimatedTokens == 0 || exactTokens == 0
                ? estimate
                : Math.round((double) estimate * exactTokens / estimatedTokens);
    }

    private void add(Slice text, boolean isEscaped) {
        long textStart = addedLength;
        addedLength += text.length();
        for (long windowStart = nextWindowStart(); windowStart < addedLength; windowStart = nextWindowStart()) {
            windowCount++;
            int from = boundaryBefore(text, (int) (windowStart - textStart), isEscaped);
            int to = boundaryBefore(text, Math.min(text.length(), from + WINDOW_BYTES), isEscaped);
            Slice window = text.sub(from, to);
            estimatedTokens += isEscaped ? fastCounter.countEscaped(window) : fastCounter.count(window);
            exactTokens += isEscaped ? exactCounter.countEscaped(window) : exactCounter.count(window);
        }
    }

    /**
     * Returns the start of the next window: a pseudo-random offset within its stride. With fixed offsets, a periodic text would
     * show the same part in every window.
     */
    private long nextWindowStart() {
        long freeBytes = stride - WINDOW_BYTES;
        long shift = freeBytes <= 0 ? 0 : Long.remainderUnsigned((windowCount * GOLDEN_RATIO) >>> 1, freeBytes);
        return windowCount * stride + shift;
    }

    /** Returns the last offset up to {@code offset} that is not inside a character or an escape. */
    private static int boundaryBefore(Slice text, int offset, boolean isEscaped) {
        int start = offset;
        while (start > 0 && start < text.length() && (text.at(start) & 0xC0) == 0x80) {
            start--;
        }
        return isEscaped ? escapeStart(text, start) : start;
    }

    /** Returns the start of the escape around an offset, or the offset if it is not inside an escape. */
    private static int escapeStart(Slice inside, int offset) {
        for (int start = offset - 1; start >= Math.max(0, offset - MAX_ESCAPE_TAIL); start--) {
            if (inside.at(start) == '\\' && backslashesBefore(inside, start) % 2 == 0) {
                boolean isUnicode = start + 1 < inside.length() && inside.at(start + 1) == 'u';
                return start + (isUnicode ? MAX_ESCAPE_TAIL : 1) >= offset ? start : offset;
            }
        }
        return offset;
    }

    private static int backslashesBefore(Slice inside, int offset) {
        int start = offset;
        // in a longer run of backslashes, a window may split an escape, which then counts as one more character
        while (start > Math.max(0, offset - WINDOW_BYTES) && inside.at(start - 1) == '\\') {
            start--;
        }
        return offset - start;
    }
}
