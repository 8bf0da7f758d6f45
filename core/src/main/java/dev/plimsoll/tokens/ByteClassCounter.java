package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Counter that estimates tokens as the sum of one weight per pair of neighboring bytes, rounded up. The estimate is never below one token
 * per 16 bytes, because the pairs in long runs of one character have little weight.
 */
final class ByteClassCounter implements TokenCounter {

    private static final int BLOCK_BYTES = 8192;

    private final PairWeights plainWeights;
    private final @Nullable PairWeights escapedWeights;

    /**
     * Creates a counter. If {@code escapedWeights} is null, escaped text is unescaped part by part and counted with the plain weights.
     */
    private ByteClassCounter(PairWeights plainWeights, @Nullable PairWeights escapedWeights) {
        this.plainWeights = plainWeights;
        this.escapedWeights = escapedWeights;
    }

    static TokenCounter o200k() {
        return SharedCounter.COUNTER;
    }

    static TokenCounter of(Vocabulary vocabulary) {
        return vocabulary == Vocabulary.O200K ? o200k() : new ByteClassCounter(PairWeights.plain(vocabulary), null);
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
        return escapedWeights != null
                ? estimate(escapedWeights, inside, Integer.MAX_VALUE)
                : estimateUnescaped(inside, Integer.MAX_VALUE);
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return estimate(plainWeights, text, limit) > limit;
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return (escapedWeights != null ? estimate(escapedWeights, inside, limit) : estimateUnescaped(inside, limit))
                > limit;
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
        static final TokenCounter COUNTER =
                new ByteClassCounter(PairWeights.plain(Vocabulary.O200K), PairWeights.escaped());
    }
}
