package dev.plimsoll.store;

import java.time.Duration;

/** How much a store may hold. Bytes are those of segments, notes and views plus what the store needs around them. */
public record StoreLimits(long maxBytes, long maxBytesPerCaller, int maxSnapshots) {

    /** Views of one snapshot. */
    public static final int MAX_VIEWS = 10_000;

    /** Bytes of all views of one snapshot. */
    public static final int MAX_VIEW_BYTES = 1 << 20;

    /** What was used within this time is never given up to make room. */
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
