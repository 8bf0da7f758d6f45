package dev.plimsoll.store;

import java.time.Duration;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Limits of a store. The limits for bytes count segments, notes, and views, and the overhead of the store.
 *
 * @param weights returns the weight of a holder's share. A tenth of the store is reserved for holders that
 * use less than their share. Null if there is no reserve
 */
public record StoreLimits(
        long maxBytes,
        long maxBytesPerCaller,
        int maxSnapshots,
        @Nullable ToIntFunction<String> weights) {

    /** Maximum number of views of a snapshot. */
    public static final int MAX_VIEWS = 10_000;

    /** Maximum bytes of all views of a snapshot together. */
    public static final int MAX_VIEW_BYTES = 1 << 20;

    /** Time after the last use of a snapshot in which the snapshot is never evicted. */
    public static final Duration PROTECTION_TIME = Duration.ofMinutes(10);

    /** Divisor of the reserve: 1/{@code RESERVE_DIVISOR} of a store is reserved for holders that use less than their share. */
    public static final int RESERVE_DIVISOR = 10;

    private static final int DEFAULT_MAX_SNAPSHOTS = 10_000;

    public StoreLimits {
        requirePositive(maxBytes, "maxBytes");
        requirePositive(maxBytesPerCaller, "maxBytesPerCaller");
        requirePositive(maxSnapshots, "maxSnapshots");
    }

    /** Creates limits without a reserve. */
    public StoreLimits(long maxBytes, long maxBytesPerCaller, int maxSnapshots) {
        this(maxBytes, maxBytesPerCaller, maxSnapshots, null);
    }

    /** Creates limits for 10,000 snapshots of several callers. One caller gets at most a quarter of the bytes. */
    public static StoreLimits of(long maxBytes) {
        return new StoreLimits(maxBytes, Math.max(1, maxBytes / 4), DEFAULT_MAX_SNAPSHOTS);
    }

    /** Creates limits for 10,000 snapshots of a single caller. */
    public static StoreLimits ofOneCaller(long maxBytes) {
        return new StoreLimits(maxBytes, maxBytes, DEFAULT_MAX_SNAPSHOTS);
    }

    /** Returns these limits with a tenth reserved for callers that use less than an equal share. */
    public StoreLimits withReserve() {
        return withReserve(holder -> 1);
    }

    /**
     * Returns these limits with a tenth reserved for holders that use less than their share.
     *
     * @param weightOfHolder at least 1; a holder with twice the weight of another has twice its share
     */
    public StoreLimits withReserve(ToIntFunction<String> weightOfHolder) {
        return new StoreLimits(maxBytes, maxBytesPerCaller, maxSnapshots, weightOfHolder);
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1, got " + value);
        }
    }
}
