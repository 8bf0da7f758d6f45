package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot store in memory, with one lock around an {@link ExpiringIndex}. Bytes are
 * copied before the lock is taken, because copying is slow.
 */
final class InMemorySnapshotStore implements SnapshotStore {

    private final Object lock = new Object();
    private final ExpiringIndex<InMemoryStoreEntry> expiringIndex = new ExpiringIndex<>();
    private final StoreLimits storeLimits;
    private final ElapsedTime time;
    private final RandomGenerator idGenerator;
    private boolean isClosed;

    InMemorySnapshotStore(StoreLimits storeLimits, InstantSource clock, RandomGenerator idGenerator) {
        this.storeLimits = storeLimits;
        this.time = new ElapsedTime(clock);
        this.idGenerator = idGenerator;
    }

    @Override
    public Snapshot save(SaveRequest saveRequest) {
        RetainedArrays retainedArrays = new RetainedArrays(saveRequest);
        StoreDemand storeDemand = new StoreDemand(saveRequest.origin().holder(), retainedArrays.memoryBytes(), 1, null);
        storeDemand.requireFitsEmptyStore(storeLimits);
        Slice notes = retainedArrays.notes();
        var segments = retainedArrays.segments();
        synchronized (lock) {
            if (isClosed) {
                throw new StoreException(Reason.FAILED, "the store is closed");
            }
            long now = removeExpired();
            evictForSpace(storeDemand, now);
            var snapshot = new Snapshot(newId(), saveRequest.origin(), time.lastInstant(), notes, segments);
            expiringIndex.add(new InMemoryStoreEntry(snapshot, Lifetime.of(saveRequest, now), storeDemand.bytes()));
            return snapshot;
        }
    }

    @Override
    public Instant now() {
        synchronized (lock) {
            removeExpired();
            return time.lastInstant();
        }
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        synchronized (lock) {
            long now = removeExpired();
            InMemoryStoreEntry entry = expiringIndex.find(id);
            if (entry == null) {
                return null;
            }
            expiringIndex.recordUse(entry, now);
            return entry.snapshot();
        }
    }

    @Override
    public int addView(SnapshotId id, Slice view) {
        synchronized (lock) {
            long now = removeExpired();
            InMemoryStoreEntry entry = expiringIndex.find(id);
            if (entry == null) {
                throw new StoreException(Reason.GONE, "the snapshot is unknown, expired, or removed");
            }
            Integer existingNumber = entry.views().findNumber(view);
            return existingNumber != null ? existingNumber : addView(entry, view, now);
        }
    }

    private int addView(InMemoryStoreEntry entry, Slice view, long now) {
        entry.views().requireCapacity(view);
        StoreDemand storeDemand = new StoreDemand(entry.holder(), SnapshotViews.memoryBytes(view), 0, entry);
        evictForSpace(storeDemand, now);
        expiringIndex.addBytesTo(entry, storeDemand.bytes());
        return entry.views().add(view);
    }

    @Override
    public @Nullable Slice findView(SnapshotId id, int number) {
        synchronized (lock) {
            removeExpired();
            InMemoryStoreEntry entry = expiringIndex.find(id);
            return entry == null ? null : entry.views().findView(number);
        }
    }

    @Override
    public void remove(SnapshotId id) {
        synchronized (lock) {
            InMemoryStoreEntry entry = expiringIndex.find(id);
            if (entry != null) {
                expiringIndex.remove(entry);
            }
        }
    }

    @Override
    public StoreUsage usage() {
        synchronized (lock) {
            removeExpired();
            return new StoreUsage(expiringIndex.size(), expiringIndex.bytes(), storeLimits.maxBytes());
        }
    }

    @Override
    public String describe() {
        return "memory, " + formatBytes(storeLimits.maxBytes());
    }

    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
            expiringIndex.clear();
        }
    }

    /** Removes all expired entries and returns the current time. */
    private long removeExpired() {
        long now = time.now();
        expiringIndex.removeExpired(now);
        return now;
    }

    private void evictForSpace(StoreDemand storeDemand, long now) {
        long idleSince = now - StoreLimits.PROTECTION_TIME.toNanos();
        storeDemand.selectVictims(expiringIndex, storeLimits, idleSince).forEach(expiringIndex::remove);
    }

    private SnapshotId newId() {
        SnapshotId id = SnapshotId.random(idGenerator);
        if (expiringIndex.find(id) != null) {
            throw new StoreException(Reason.FAILED, "the ID generator returned a used ID");
        }
        return id;
    }

    private static String formatBytes(long bytes) {
        if (bytes >= 1 << 20) {
            return (bytes >> 20) + " MB";
        }
        return bytes >= 1 << 10 ? (bytes >> 10) + " KB" : bytes + " bytes";
    }
}
