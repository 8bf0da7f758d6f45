package dev.plimsoll.sql;

/**
 * Limits of one statement. An engine refuses a statement that exceeds one of them with {@code QUERY_LIMIT}.
 *
 * @param timeMillis maximum elapsed time
 * @param memoryBytes maximum number of bytes that the statement allocates, including memory that it no longer needs
 */
public record SqlLimits(long timeMillis, long memoryBytes) {

    public SqlLimits {
        if (timeMillis < 1 || memoryBytes < 1) {
            throw new IllegalArgumentException(
                    "timeMillis and memoryBytes: must be at least 1, got " + timeMillis + ", " + memoryBytes);
        }
    }
}
