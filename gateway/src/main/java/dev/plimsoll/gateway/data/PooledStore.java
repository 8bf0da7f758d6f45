package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreUsage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Store in memory that takes its memory from a pool, which sessions share. If the pool is full, it refuses results. */
final class PooledStore implements SnapshotStore {

    private static final String HOLDER = "results";

    private final SnapshotStore store;
    private final FairPool pool;
    private long takenBytes;

    PooledStore(SnapshotStore store, FairPool pool) {
        this.store = store;
        this.pool = pool;
    }

    @Override
    public synchronized Snapshot save(SaveRequest saveRequest) {
        long bytes = saveRequest.segments().stream().mapToLong(Slice::length).sum();
        // since the last result, snapshots may have expired, and views may have been added
        adjustToUsage();
        try {
            pool.take(HOLDER, bytes);
        } catch (BusyException e) {
            throw new StoreException(StoreException.Reason.FULL, "no memory for the result: " + e.getMessage());
        }
        takenBytes += bytes;
        try {
            return store.save(saveRequest);
        } finally {
            adjustToUsage();
        }
    }

    /** Adjusts the memory that is taken from the pool to the memory that the store uses now. */
    private void adjustToUsage() {
        long usedBytes = store.usage().bytes();
        pool.release(HOLDER, takenBytes - usedBytes);
        takenBytes = usedBytes;
    }

    @Override
    public int addView(SnapshotId id, Slice view) {
        return store.addView(id, view);
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        return store.find(id);
    }

    @Override
    public @Nullable Slice findView(SnapshotId id, int number) {
        return store.findView(id, number);
    }

    @Override
    public void remove(SnapshotId id) {
        store.remove(id);
    }

    @Override
    public boolean removeIfWithoutViews(SnapshotId id) {
        return store.removeIfWithoutViews(id);
    }

    @Override
    public StoreUsage usage() {
        return store.usage();
    }

    @Override
    public Instant now() {
        return store.now();
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public @Nullable String diagnose() {
        return store.diagnose();
    }

    @Override
    public synchronized void close() {
        store.close();
        pool.release(HOLDER, takenBytes);
        takenBytes = 0;
    }
}
