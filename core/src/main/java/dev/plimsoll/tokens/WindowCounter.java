package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Counter that estimates long texts by the byte classes of short ranges (windows), which together are a sixteenth of the text.
 * Shorter texts are estimated as a whole.
 */
final class WindowCounter implements TokenCounter {

    private static final int MIN_SAMPLED_BYTES = 64 * 1024;
    private static final int WINDOW_BYTES = 256;
    private static final int STRIDE_BYTES = 16 * WINDOW_BYTES;
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final TokenCounter fastCounter = TokenCounter.classes();

    @Override
    public String name() {
        return fastCounter.name();
    }

    @Override
    public int count(Slice text) {
        return text.length() < MIN_SAMPLED_BYTES ? fastCounter.count(text) : estimate(text, false);
    }

    @Override
    public int countEscaped(Slice inside) {
        return inside.length() < MIN_SAMPLED_BYTES ? fastCounter.countEscaped(inside) : estimate(inside, true);
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return count(text) > limit;
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return countEscaped(inside) > limit;
    }

    private int estimate(Slice text, boolean isEscaped) {
        int windows = text.length() / STRIDE_BYTES;
        long windowTokens = 0;
        for (int i = 0; i < windows; i++) {
            int from = i * STRIDE_BYTES + shift(i);
            Slice window = text.sub(from, from + WINDOW_BYTES);
            windowTokens += isEscaped ? fastCounter.countEscaped(window) : fastCounter.count(window);
        }
        double bytesPerWindow = (double) text.length() / windows;
        return (int) Math.min(Integer.MAX_VALUE, Math.round(windowTokens * (bytesPerWindow / WINDOW_BYTES)));
    }

    /** Returns a pseudo-random offset. With fixed offsets, a periodic text would show the same part in every window. */
    private static int shift(int index) {
        return (int) (((index * GOLDEN_RATIO) >>> 33) % (STRIDE_BYTES - WINDOW_BYTES));
    }
}
