package dev.plimsoll.gateway.trial;

/**
 * What came of reading everything.
 *
 * @param pages answers read, the first one too
 * @param tokens of all of them, as the budget counts
 * @param parts shortened items and other blocks that were read by their path
 * @param difference where what was read differs from the original; empty when it is equal
 */
public record ReadThrough(long pages, long tokens, long bytes, long parts, String difference) {

    public boolean equal() {
        return difference.isEmpty();
    }
}
