package dev.plimsoll.query;

/**
 * Limits of one run of a query. A run that exceeds one of them is refused with {@code QUERY_LIMIT}.
 *
 * @param timeMs elapsed time in milliseconds
 * @param steps steps of the evaluation: values read, calls, and one for each 64 bytes scanned
 * @param memory bytes of all values built, including those no longer needed
 * @param output bytes of all outputs together
 */
public record QueryLimits(long timeMs, long steps, long memory, long output) {

    private static final long MB = 1L << 20;

    /** System property with the maximum memory of a query in bytes, for processes whose sessions share the heap. It must be set before the first query. */
    public static final String MAX_MEMORY_PROPERTY = "plimsoll.query.maxMemory";

    private static final long MAX_QUERY_MEMORY = Long.getLong(MAX_MEMORY_PROPERTY, Long.MAX_VALUE);

    public static final QueryLimits DEFAULT = new QueryLimits(2_000, 100_000_000, 256 * MB, 16 * MB);

    public QueryLimits {
        requirePositive("timeMs", timeMs);
        requirePositive("steps", steps);
        requirePositive("memory", memory);
        requirePositive("output", output);
        memory = Math.min(memory, MAX_QUERY_MEMORY);
    }

    private static void requirePositive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1, got " + value);
        }
    }
}
