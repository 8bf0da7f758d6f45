package dev.plimsoll.store;

import java.time.Duration;

/** Limits of a store. Bytes are those of segments, notes, and views, plus the store's overhead. */
public record StoreLimits(long maxBytes, long maxBytesPerCaller, int maxSnapshots) {

    /** Most views of one snapshot. */
    public static final int MAX_VIEWS = 10_000;

    /** Most bytes of all views of one snapshot. */
    public static final int MAX_VIEW_BYTES = 1 << 20;

    /** Time since the last use within which a snapshot is never evicted. */
    public static final Duration PROTECTED = Duration.ofMinutes(10);

    public StoreLimits {
        requirePositive(maxBytes, "maxBytes");
        requirePositive(maxBytesPerCaller, "maxBytesPerCaller");
        requirePositive(maxSnapshots, "maxSnapshots");
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1, got " + value);
        }
    }
}
