package dev.plimsoll.engine.snapshot;

import dev.plimsoll.store.SnapshotId;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

/** The locks of snapshots. Several snapshots share a lock. */
final class SnapshotLocks {

    /** Number of locks; enough that threads seldom wait for each other. */
    private static final int COUNT = 64;

    private final List<ReadWriteLock> locks = Stream.generate(ReentrantReadWriteLock::new)
            .limit(COUNT)
            .map(ReadWriteLock.class::cast)
            .toList();

    ReadWriteLock lockOf(SnapshotId id) {
        return locks.get(Math.floorMod(id.hashCode(), COUNT));
    }
}
