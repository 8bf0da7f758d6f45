package dev.plimsoll.gateway.data;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreUsage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Store that counts its failed writes. If it refuses a result because it is full, {@link #diagnose} reports this for a
 * minute, or until a result of that size is stored. {@code diagnose} does not report that one caller has used up its
 * share.
 */
final class MeteredStore implements SnapshotStore {

    /** Reasons that count as failures of the store; expired snapshots and too many views do not. */
    private static final Set<Reason> STORE_FAILURES =
            EnumSet.of(Reason.FULL, Reason.CALLER_FULL, Reason.TOO_LARGE, Reason.FAILED);

    private static final long REFUSAL_REPORT_MILLIS = Duration.ofMinutes(1).toMillis();

    private record Refusal(String message, long bytes, long atMillis) {}

    private final SnapshotStore store;
    private final InstantSource clock;
    private final Map<Reason, Long> failures = new ConcurrentHashMap<>();
    private volatile @Nullable Refusal lastRefusal;

    MeteredStore(SnapshotStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Returns the number of failed writes by reason. */
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
            Snapshot snapshot = store.save(saveRequest);
            Refusal refusal = lastRefusal;
            if (refusal != null && bytes(saveRequest) >= refusal.bytes()) {
                lastRefusal = null;
            }
            return snapshot;
        } catch (StoreException e) {
            failures.merge(e.reason(), 1L, Long::sum);
            if (e.reason() == Reason.FULL) {
                lastRefusal = new Refusal(String.valueOf(e.getMessage()), bytes(saveRequest), clock.millis());
            }
            throw e;
        }
    }

    private static long bytes(SaveRequest saveRequest) {
        return saveRequest.segments().stream().mapToLong(Slice::length).sum();
    }

    @Override
    public int addView(SnapshotId id, Slice view) {
        try {
            return store.addView(id, view);
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

    /**
     * Returns why results cannot be stored now, or why a result was refused within the last minute; null if there is no
     * problem.
     */
    @Override
    public @Nullable String diagnose() {
        String failure = store.diagnose();
        Refusal refusal = lastRefusal;
        if (failure != null || refusal == null) {
            return failure;
        }
        return clock.millis() - refusal.atMillis() < REFUSAL_REPORT_MILLIS ? refusal.message() : null;
    }

    @Override
    public void close() {
        store.close();
    }
}
