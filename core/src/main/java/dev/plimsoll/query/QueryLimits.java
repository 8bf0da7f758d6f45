package dev.plimsoll.query;

/**
 * What one run of a query may cost; who exceeds one of these gets {@code QUERY_LIMIT}.
 *
 * @param timeMs of waiting
 * @param steps of the evaluation: values looked at, calls, and one for each 64 bytes walked over
 * @param memory in bytes of values built, all together, those no longer needed included
 * @param output in bytes of all outputs together
 */
public record QueryLimits(long timeMs, long steps, long memory, long output) {

    private static final long MB = 1L << 20;

    public static final QueryLimits DEFAULT = new QueryLimits(2_000, 100_000_000, 256 * MB, 16 * MB);

    public QueryLimits {
        positive("timeMs", timeMs);
        positive("steps", steps);
        positive("memory", memory);
        positive("output", output);
    }

    private static void positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1, got " + value);
        }
    }
}
