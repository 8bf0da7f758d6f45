package dev.plimsoll.gateway.data;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreUsage;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Store that counts its failed writes. */
final class MeteredStore implements SnapshotStore {

    /** Reasons that are failures of the store. Expired snapshots and too many views are not. */
    private static final Set<Reason> STORE_FAILURES =
            EnumSet.of(Reason.FULL, Reason.CALLER_FULL, Reason.TOO_LARGE, Reason.FAILED);

    private final SnapshotStore store;
    private final Map<Reason, Long> failures = new ConcurrentHashMap<>();

    MeteredStore(SnapshotStore store) {
        this.store = store;
    }

    /** Returns the number of failures for every reason. */
    Map<String, Long> failures() {
        Map<String, Long> counts = new TreeMap<>();
        for (Reason reason : STORE_FAILURES) {
            counts.put(reason.name().toLowerCase(Locale.ROOT), failures.getOrDefault(reason, 0L));
        }
        return counts;
    }

    @Override
    public Snapshot save(SaveRequest saveRequest) {
        try {
            return store.save(saveRequest);
        } catch (StoreException e) {
            failures.merge(e.reason(), 1L, Long::sum);
            throw e;
        }
    }

    @Override
    public int view(SnapshotId id, Slice view) {
        try {
            return store.view(id, view);
        } catch (StoreException e) {
            failures.merge(e.reason(), 1L, Long::sum);
            throw e;
        }
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        return store.find(id);
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        return store.view(id, number);
    }

    @Override
    public void remove(SnapshotId id) {
        store.remove(id);
    }

    @Override
    public boolean removeIfUnviewed(SnapshotId id) {
        return store.removeIfUnviewed(id);
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
    public void close() {
        store.close();
    }
}
