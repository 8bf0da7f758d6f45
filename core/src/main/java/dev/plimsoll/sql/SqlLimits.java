package dev.plimsoll.sql;

/**
 * Limits of one statement. An engine refuses a statement that exceeds one of them with {@code QUERY_LIMIT}.
 *
 * @param timeMs elapsed time in milliseconds
 * @param memory bytes that the statement may allocate, including those no longer needed
 */
public record SqlLimits(long timeMs, long memory) {

    public SqlLimits {
        if (timeMs < 1 || memory < 1) {
            throw new IllegalArgumentException("timeMs and memory: must be at least 1, got " + timeMs + ", " + memory);
        }
    }
}
