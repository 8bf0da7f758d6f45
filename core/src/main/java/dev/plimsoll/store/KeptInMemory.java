package dev.plimsoll.store;

/** A snapshot in memory with its views. */
final class KeptInMemory extends Kept {

    private final Snapshot snapshot;
    private final Views views = new Views();

    KeptInMemory(Snapshot snapshot, Lifetime lifetime, long bytes) {
        super(snapshot.id(), snapshot.origin().caller(), lifetime, bytes);
        this.snapshot = snapshot;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    Views views() {
        return views;
    }
}
