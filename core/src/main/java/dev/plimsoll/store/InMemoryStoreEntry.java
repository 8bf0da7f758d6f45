package dev.plimsoll.store;

/** Snapshot in memory with its views. */
final class InMemoryStoreEntry extends StoreEntry {

    private final Snapshot snapshot;
    private final SnapshotViews snapshotViews = new SnapshotViews();

    InMemoryStoreEntry(Snapshot snapshot, Lifetime lifetime, long bytes) {
        super(snapshot.id(), snapshot.origin().holder(), lifetime, bytes);
        this.snapshot = snapshot;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    SnapshotViews views() {
        return snapshotViews;
    }
}
