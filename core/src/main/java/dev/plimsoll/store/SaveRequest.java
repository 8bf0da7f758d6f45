package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Request to store a snapshot. Stores may keep the arrays of the slices, so the arrays must not change afterwards.
 *
 * @param ttl time to live after the last use; each find restarts it
 * @param maxTtl time to live after storing, which no use extends. The snapshot expires as soon as one of
 * the two times is over
 */
public record SaveRequest(SnapshotOrigin origin, Slice notes, List<Slice> segments, Duration ttl, Duration maxTtl) {

    public SaveRequest {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(notes, "notes");
        segments = List.copyOf(segments);
        requirePositive(ttl, "ttl");
        requirePositive(maxTtl, "maxTtl");
    }

    private static void requirePositive(Duration duration, String name) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + ": must be above zero, got " + duration);
        }
    }
}
