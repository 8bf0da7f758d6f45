package dev.plimsoll.cache;

import dev.plimsoll.store.SnapshotId;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Entry of a {@link CacheIndex}: a snapshot that answers calls equal to the one that returned it.
 *
 * @param id the snapshot, which the store may evict before the entry expires
 * @param bytes approximate bytes that the snapshot uses in the store
 * @param expiresAt time at which the entry stops answering calls; the snapshot expires later, so that
 *     follow-up reads of the last answers still work
 * @param sourceMillis time that the tool call took, in milliseconds
 */
public record CacheEntry(
        SnapshotId id, ResultForm form, long bytes, Instant storedAt, Instant expiresAt, long sourceMillis) {

    public CacheEntry {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(storedAt, "storedAt");
        Objects.requireNonNull(expiresAt, "expiresAt");
    }

    /** Returns the age at that time, at least zero even if the clock was set back. */
    public Duration age(Instant now) {
        Duration age = Duration.between(storedAt, now);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Returns a text without the snapshot ID, which may be the only protection of the result. */
    @Override
    public String toString() {
        return "CacheEntry[" + form + ", " + bytes + " bytes, expires " + expiresAt + "]";
    }
}
