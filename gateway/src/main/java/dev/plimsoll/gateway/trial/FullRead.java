package dev.plimsoll.gateway.trial;

/**
 * Result of a full read: all pages of a payload were read, and compared with the original.
 *
 * @param pages number of answers, including the first
 * @param tokens sum of their tokens, as the engine counts them against the budget
 * @param bytes sum of their bytes
 * @param valuesReadByPath number of values that were read separately by their paths: shortened items, and other content
 *     blocks
 * @param difference first difference from the original; empty if there is none
 */
public record FullRead(long pages, long tokens, long bytes, long valuesReadByPath, String difference) {

    public boolean isEqual() {
        return difference.isEmpty();
    }
}
