package dev.plimsoll.store;

/**
 * Entry of an {@link ExpiringIndex}: holder, times, and size of a snapshot. Stores extend this class with the
 * location of the bytes. Not thread-safe.
 */
public class StoreEntry {

    private final SnapshotId id;
    private final String holder;
    private Lifetime lifetime;
    private long bytes;
    private long sequence;

    public StoreEntry(SnapshotId id, String holder, Lifetime lifetime, long bytes) {
        this.id = id;
        this.holder = holder;
        this.lifetime = lifetime;
        this.bytes = bytes;
    }

    public final SnapshotId id() {
        return id;
    }

    public final String holder() {
        return holder;
    }

    public final long usedAt() {
        return lifetime.usedAt();
    }

    public final long expiry() {
        return lifetime.expiry();
    }

    public final long bytes() {
        return bytes;
    }

    /** Returns a sequence number that orders entries used at the same moment. */
    final long sequence() {
        return sequence;
    }

    final void recordUse(long now, long nextSequence) {
        lifetime = lifetime.withUse(now);
        sequence = nextSequence;
    }

    final void addBytes(long addedBytes) {
        bytes += addedBytes;
    }
}
