package dev.plimsoll.store;

import java.time.Duration;

/**
 * Limits of a store. Bytes are those of segments, notes, and views, plus the store's overhead.
 *
 * @param isShared whether a tenth is reserved for callers that use less than their share
 */
public record StoreLimits(long maxBytes, long maxBytesPerCaller, int maxSnapshots, boolean isShared) {

    /** Most views of one snapshot. */
    public static final int MAX_VIEWS = 10_000;

    /** Most bytes of all views of one snapshot. */
    public static final int MAX_VIEW_BYTES = 1 << 20;

    /** Time since the last use within which a snapshot is never evicted. */
    public static final Duration PROTECTED = Duration.ofMinutes(10);

    /** Part of a shared store that is reserved, as a divisor. */
    static final int RESERVE = 10;

    public StoreLimits {
        requirePositive(maxBytes, "maxBytes");
        requirePositive(maxBytesPerCaller, "maxBytesPerCaller");
        requirePositive(maxSnapshots, "maxSnapshots");
    }

    /** Creates limits without a reserve. */
    public StoreLimits(long maxBytes, long maxBytesPerCaller, int maxSnapshots) {
        this(maxBytes, maxBytesPerCaller, maxSnapshots, false);
    }

    /** Returns these limits with a tenth reserved for callers that use less than their share. */
    public StoreLimits shared() {
        return new StoreLimits(maxBytes, maxBytesPerCaller, maxSnapshots, true);
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1, got " + value);
        }
    }
}
