package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What to keep and for how long. Stores may hold on to the arrays behind the slices, so nobody may change them afterwards.
 *
 * @param ttl time to live after the last use; each find starts it again
 * @param maxTtl time to live after the keep that no use can exceed; the smaller of the two counts
 */
public record KeepRequest(SnapshotOrigin origin, Slice notes, List<Slice> segments, Duration ttl, Duration maxTtl) {

    public KeepRequest {
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
