package dev.plimsoll.cache;

import dev.plimsoll.store.SnapshotId;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A kept result that answers equal calls.
 *
 * @param id of the snapshot, which may be gone before its time
 * @param bytes that it takes in the store, about
 * @param until when it is served no more; the snapshot lives longer, so that what was cut from it at last can be read on
 * @param sourceMillis how long its tool took
 */
public record CacheEntry(SnapshotId id, ResultForm form, long bytes, Instant storedAt, Instant until, long sourceMillis) {

    public CacheEntry {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(storedAt, "storedAt");
        Objects.requireNonNull(until, "until");
    }

    /** How old it is then; a clock that was set back makes nothing younger than new. */
    public Duration age(Instant now) {
        Duration age = Duration.between(storedAt, now);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Without the id, which may be all that protects the result. */
    @Override
    public String toString() {
        return "Held[" + form + ", " + bytes + " bytes, until " + until + "]";
    }
}
