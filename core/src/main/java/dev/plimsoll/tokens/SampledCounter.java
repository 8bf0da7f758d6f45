package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Counter that counts short texts exactly and estimates long ones by byte classes, corrected by a sample. It is almost
 * exact for any script, and about as fast as an estimate.
 */
final class SampledCounter implements TokenCounter {

    private static final int MAX_EXACT_BYTES = 2 * 1024;

    private final TokenCounter fastCounter = TokenCounter.classes();
    private final TokenCounter exactCounter = TokenCounter.bpe();

    @Override
    public String name() {
        return fastCounter.name();
    }

    @Override
    public int count(Slice text) {
        if (text.length() <= MAX_EXACT_BYTES) {
            return exactCounter.count(text);
        }
        CountSample sample = new CountSample(fastCounter, exactCounter, text.length());
        sample.add(text);
        return (int) Math.min(text.length(), sample.correct(fastCounter.count(text)));
    }

    @Override
    public int countEscaped(Slice inside) {
        if (inside.length() <= MAX_EXACT_BYTES) {
            return exactCounter.countEscaped(inside);
        }
        CountSample sample = new CountSample(fastCounter, exactCounter, inside.length());
        sample.addEscaped(inside);
        return (int) Math.min(inside.length(), sample.correct(fastCounter.countEscaped(inside)));
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return text.length() > limit && count(text) > limit;
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return inside.length() > limit && countEscaped(inside) > limit;
    }
}
