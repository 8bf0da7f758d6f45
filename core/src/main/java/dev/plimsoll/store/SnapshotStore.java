package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Stores full results until they expire. Nothing can be read at or after its expiry. A store never evicts a
 * snapshot that was used within the time {@link StoreLimits#PROTECTION_TIME}. If only the eviction of such snapshots
 * could make space, a new result is refused. Thread-safe.
 */
public interface SnapshotStore extends AutoCloseable {

    /**
     * Stores the complete result, or throws an exception and stores nothing. After this method returns, every byte can be
     * read until the snapshot expires.
     *
     * @throws StoreException {@code FULL}, {@code CALLER_FULL}, {@code TOO_LARGE}, or {@code FAILED}
     */
    Snapshot save(SaveRequest saveRequest);

    /**
     * Finds a snapshot, or returns null if it is unknown, expired, or removed. Each find counts as a use and restarts the time
     * to live.
     */
    @Nullable Snapshot find(SnapshotId id);

    /**
     * Stores a view of the snapshot and returns its number, from 0. A view whose bytes are already stored
     * keeps its number; any other view gets the next number. Adding a view does not count as a use of the snapshot: a read finds the
     * snapshot first.
     *
     * @throws StoreException {@code GONE}; {@code VIEWS_FULL} beyond {@link StoreLimits#MAX_VIEWS} or
     *     {@link StoreLimits#MAX_VIEW_BYTES}; {@code FULL} or {@code CALLER_FULL} if a new view does not fit the store
     */
    int addView(SnapshotId id, Slice view);

    /** Returns the view of this number; null if the snapshot does not exist or has no such view. */
    @Nullable Slice findView(SnapshotId id, int number);

    /** Removes the snapshot at once. Does nothing if it is unknown. */
    void remove(SnapshotId id);

    /**
     * Removes the snapshot if it has no view. A snapshot with a view stays, because a cursor may refer to it.
     *
     * @return whether the snapshot is removed
     */
    default boolean removeIfWithoutViews(SnapshotId id) {
        if (findView(id, 0) != null) {
            return false;
        }
        remove(id);
        return true;
    }

    StoreUsage usage();

    /** Returns the current time of this store. */
    default Instant now() {
        return Instant.now();
    }

    /** Returns the type and size of this store for people, such as {@code memory, 256 MB}. */
    String describe();

    /**
     * Checks whether the store is usable now. Returns null if it is; otherwise the reason, for people. May
     * take as long as any other call.
     */
    default @Nullable String diagnose() {
        return null;
    }

    /** Closes this store. Afterwards, storing fails and nothing is found. Closing again does nothing. */
    @Override
    void close();

    /**
     * Creates a store in the memory of this process. The store holds the given arrays without copying
     * them, except for small parts of large arrays. It has no thread of its own, and is empty after a restart.
     *
     * @param idGenerator source of IDs: a {@link java.security.SecureRandom} except in tests
     */
    static SnapshotStore inMemory(StoreLimits storeLimits, InstantSource clock, RandomGenerator idGenerator) {
        return new InMemorySnapshotStore(storeLimits, clock, idGenerator);
    }
}
