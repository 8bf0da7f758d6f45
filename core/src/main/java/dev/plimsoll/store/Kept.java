package dev.plimsoll.store;

import java.time.Duration;

/** A snapshot in memory with its times, in elapsed nanoseconds, and what it costs. Not thread-safe. */
final class Kept {

    private final Snapshot snapshot;
    private final Views views = new Views();
    private final Duration ttl;
    private final long lastExpiry;
    private long usedAt;
    private long bytes;

    Kept(Snapshot snapshot, Keep keep, long bytes, long now) {
        this.snapshot = snapshot;
        this.ttl = keep.ttl();
        this.lastExpiry = ElapsedTime.plus(now, keep.maxTtl());
        this.usedAt = now;
        this.bytes = bytes;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    SnapshotId id() {
        return snapshot.id();
    }

    String caller() {
        return snapshot.origin().caller();
    }

    Views views() {
        return views;
    }

    long usedAt() {
        return usedAt;
    }

    /** The first moment at which it can no longer be read. */
    long expiry() {
        return Math.min(ElapsedTime.plus(usedAt, ttl), lastExpiry);
    }

    void use(long now) {
        usedAt = now;
    }

    long bytes() {
        return bytes;
    }

    void grow(long more) {
        bytes += more;
    }
}
