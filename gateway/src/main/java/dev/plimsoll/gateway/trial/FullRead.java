package dev.plimsoll.gateway.trial;

/**
 * Result of reading a payload to its end.
 *
 * @param pages number of answers, including the first
 * @param tokens sum of their tokens, as the budget counts
 * @param parts number of shortened items and other blocks that were read by path
 * @param difference first difference from the original; empty if there is none
 */
public record FullRead(long pages, long tokens, long bytes, long parts, String difference) {

    public boolean isEqual() {
        return difference.isEmpty();
    }
}
