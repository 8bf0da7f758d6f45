package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Counter that estimates tokens as the sum of one weight per pair of neighboring bytes, rounded up. The estimate is never below one token
 * per 16 bytes, because the pairs in long runs of one character have little weight.
 */
final class ByteClassCounter implements TokenCounter {

    private static final int BLOCK_BYTES = 8192;

    private final PairWeights plainWeights;
    private final boolean hasEscapedWeights;

    /**
     * Creates a counter.
     *
     * @param hasEscapedWeights whether escaped text has weights of its own; otherwise, it is unescaped part by part and counted with the
     *     plain weights
     */
    private ByteClassCounter(PairWeights plainWeights, boolean hasEscapedWeights) {
        this.plainWeights = plainWeights;
        this.hasEscapedWeights = hasEscapedWeights;
    }

    static TokenCounter o200k() {
        return SharedCounter.COUNTER;
    }

    static TokenCounter of(Vocabulary vocabulary) {
        return vocabulary == Vocabulary.O200K ? o200k() : new ByteClassCounter(PairWeights.plain(vocabulary), false);
    }

    @Override
    public String name() {
        return "classes";
    }

    @Override
    public int count(Slice text) {
        return estimate(plainWeights, text, Integer.MAX_VALUE);
    }

    @Override
    public int countEscaped(Slice inside) {
        return estimateEscaped(inside, Integer.MAX_VALUE);
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return estimate(plainWeights, text, limit) > limit;
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return estimateEscaped(inside, limit) > limit;
    }

    private int estimateEscaped(Slice inside, int limit) {
        return hasEscapedWeights ? estimate(EscapedWeights.O200K, inside, limit) : estimateUnescaped(inside, limit);
    }

    /** Returns the estimate, or any number above the limit. */
    private static int estimate(PairWeights weights, Slice text, int limit) {
        int minimum = minTokens(text.length());
        if (minimum > limit) {
            return minimum;
        }
        return Math.max(minimum, toTokens(sumWeights(weights, text, limit)));
    }

    private static long sumWeights(PairWeights weights, Slice text, int limit) {
        long maxSum = (long) limit * PairWeights.UNIT;
        long sum = 0;
        for (int offset = text.from(); offset < text.to() && sum <= maxSum; offset += BLOCK_BYTES) {
            // one more byte, so that the pair across the block border is counted
            sum += weights.sum(text.bytes(), offset, Math.min(text.to(), offset + BLOCK_BYTES + 1));
        }
        return sum;
    }

    private int estimateUnescaped(Slice inside, int limit) {
        UnescapedParts parts = new UnescapedParts(inside);
        long sum = 0;
        long length = 0;
        byte lastByte = 0;
        while (toTokens(sum) <= limit && parts.next()) {
            Slice part = parts.part();
            sum += sumWeights(plainWeights, part, Integer.MAX_VALUE)
                    + (length > 0 ? plainWeights.weight(lastByte, part.at(0)) : 0);
            length += part.length();
            lastByte = part.at(part.length() - 1);
        }
        return Math.max(minTokens(length), toTokens(sum));
    }

    private static int minTokens(long bytes) {
        return (int) ((bytes + 15) / 16);
    }

    private static int toTokens(long sum) {
        return (int) Math.min(Integer.MAX_VALUE, (sum + PairWeights.UNIT - 1) / PairWeights.UNIT);
    }

    /** Holder of the shared counter, which is created on first use. */
    private static final class SharedCounter {
        static final TokenCounter COUNTER = new ByteClassCounter(PairWeights.plain(Vocabulary.O200K), true);
    }

    /** Holder of the weights for escaped text, which are read on first use. */
    private static final class EscapedWeights {
        static final PairWeights O200K = PairWeights.escaped();
    }
}
