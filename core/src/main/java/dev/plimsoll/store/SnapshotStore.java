package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps full results until they expire. Nothing is readable at or after its expiry, and nothing used within the last
 * {@link StoreLimits#PROTECTED} time is given up to make room: what does not fit is refused. Safe for use by many threads.
 */
public interface SnapshotStore extends AutoCloseable {

    /**
     * Keeps all of it or nothing. Once this returns, every byte can be read back until the snapshot expires.
     *
     * @throws StoreException {@code FULL}, {@code CALLER_FULL}, {@code TOO_LARGE} or {@code FAILED}
     */
    Snapshot keep(KeepRequest keepRequest);

    /** The snapshot, or null when it is unknown, expired or forgotten. Finding is a use: the time to live starts again. */
    @Nullable Snapshot find(SnapshotId id);

    /**
     * The number of this view of the snapshot, from 0: the same bytes always get the same number, new ones the next. No use
     * in itself: a reader finds the snapshot first.
     *
     * @throws StoreException {@code GONE}; {@code VIEWS_FULL} beyond {@link StoreLimits#MAX_VIEWS} or
     *     {@link StoreLimits#MAX_VIEW_BYTES}; {@code FULL} or {@code CALLER_FULL} when a new view does not fit the store
     */
    int view(SnapshotId id, Slice view);

    /** The view of that number, or null when it or the snapshot is unknown or gone. */
    @Nullable Slice view(SnapshotId id, int number);

    /** Gives the snapshot up at once; nothing happens when it is unknown. */
    void forget(SnapshotId id);

    /**
     * The same, unless a view of it was ever made: a cursor may lead there.
     *
     * @return whether it is gone now
     */
    default boolean forgetUnviewed(SnapshotId id) {
        boolean unviewed = view(id, 0) == null;
        if (unviewed) {
            forget(id);
        }
        return unviewed;
    }

    StoreUsage occupancy();

    /** The time by which this store counts. */
    default Instant now() {
        return Instant.now();
    }

    /** For people: what kind of store this is and how large, such as {@code memory, 256 MB}. */
    String describe();

    /**
     * For people: why this store cannot be used just now; null while it can. What it says passes by itself. May take as long as
     * any other call.
     */
    default @Nullable String trouble() {
        return null;
    }

    /** Ends this store; afterwards keeping fails and nothing is found. Closing again does nothing. */
    @Override
    void close();

    /**
     * A store in this process's memory: it holds on to the bytes it is given (small parts of large arrays are copied), has no
     * thread of its own, and is empty after a restart.
     *
     * @param ids where ids come from: a {@link java.security.SecureRandom} outside of tests
     */
    static SnapshotStore inMemory(StoreLimits storeLimits, InstantSource clock, RandomGenerator ids) {
        return new InMemorySnapshotStore(storeLimits, clock, ids);
    }
}
