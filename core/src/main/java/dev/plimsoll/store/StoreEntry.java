package dev.plimsoll.store;

/**
 * What a {@link ExpiringIndex} knows of a snapshot: whose it is, its times and what it costs. Stores extend it by where the bytes are.
 * Not thread-safe.
 */
public class StoreEntry {

    private final SnapshotId id;
    private final String caller;
    private Lifetime lifetime;
    private long bytes;
    private long turn;

    public StoreEntry(SnapshotId id, String caller, Lifetime lifetime, long bytes) {
        this.id = id;
        this.caller = caller;
        this.lifetime = lifetime;
        this.bytes = bytes;
    }

    public final SnapshotId id() {
        return id;
    }

    public final String caller() {
        return caller;
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

    /** Tells apart what was used at the same moment. */
    final long turn() {
        return turn;
    }

    final void use(long moment, long nextTurn) {
        lifetime = lifetime.usedAt(moment);
        turn = nextTurn;
    }

    final void grow(long more) {
        bytes += more;
    }
}
