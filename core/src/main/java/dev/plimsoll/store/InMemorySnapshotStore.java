package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One lock around a {@link Shelf}: nothing slow happens under it, since bytes are copied, if at all, before. */
final class InMemorySnapshotStore implements SnapshotStore {

    private final Object lock = new Object();
    private final Shelf<KeptInMemory> shelf = new Shelf<>();
    private final Limits limits;
    private final ElapsedTime time;
    private final RandomGenerator ids;
    private boolean closed;

    InMemorySnapshotStore(Limits limits, InstantSource clock, RandomGenerator ids) {
        this.limits = limits;
        this.time = new ElapsedTime(clock);
        this.ids = ids;
    }

    @Override
    public Snapshot keep(Keep keep) {
        Holding holding = new Holding(keep);
        Demand demand = new Demand(keep.origin().caller(), holding.cost(), 1, null);
        demand.requirePossible(limits);
        Slice notes = holding.notes();
        var segments = holding.segments();
        synchronized (lock) {
            if (closed) {
                throw new StoreException(Reason.FAILED, "the store is closed");
            }
            long now = tick();
            makeRoom(demand, now);
            var snapshot = new Snapshot(newId(), keep.origin(), time.reading(), notes, segments);
            shelf.add(new KeptInMemory(snapshot, Lifetime.of(keep, now), demand.bytes()));
            return snapshot;
        }
    }

    @Override
    public Instant now() {
        synchronized (lock) {
            tick();
            return time.reading();
        }
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        synchronized (lock) {
            long now = tick();
            KeptInMemory kept = shelf.get(id);
            if (kept == null) {
                return null;
            }
            shelf.use(kept, now);
            return kept.snapshot();
        }
    }

    @Override
    public int view(SnapshotId id, Slice view) {
        synchronized (lock) {
            long now = tick();
            KeptInMemory kept = shelf.get(id);
            if (kept == null) {
                throw new StoreException(Reason.GONE, "the snapshot is unknown, expired or forgotten");
            }
            Integer known = kept.views().number(view);
            return known != null ? known : addView(kept, view, now);
        }
    }

    private int addView(KeptInMemory kept, Slice view, long now) {
        kept.views().requireRoom(view);
        Demand demand = new Demand(kept.caller(), Views.cost(view), 0, kept);
        makeRoom(demand, now);
        shelf.grow(kept, demand.bytes());
        return kept.views().add(view);
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        synchronized (lock) {
            tick();
            KeptInMemory kept = shelf.get(id);
            return kept == null ? null : kept.views().view(number);
        }
    }

    @Override
    public void forget(SnapshotId id) {
        synchronized (lock) {
            KeptInMemory kept = shelf.get(id);
            if (kept != null) {
                shelf.remove(kept);
            }
        }
    }

    @Override
    public Occupancy occupancy() {
        synchronized (lock) {
            tick();
            return new Occupancy(shelf.size(), shelf.bytes(), limits.maxBytes());
        }
    }

    @Override
    public String describe() {
        return "memory, " + inWords(limits.maxBytes());
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            shelf.clear();
        }
    }

    /** The time now, with everything that has expired by then taken away. */
    private long tick() {
        long now = time.now();
        shelf.removeExpired(now);
        return now;
    }

    private void makeRoom(Demand demand, long now) {
        long idleSince = now - Limits.PROTECTED.toNanos();
        demand.victims(shelf, limits, idleSince).forEach(shelf::remove);
    }

    private SnapshotId newId() {
        SnapshotId id = SnapshotId.random(ids);
        if (shelf.get(id) != null) {
            throw new StoreException(Reason.FAILED, "the source of ids repeats itself");
        }
        return id;
    }

    private static String inWords(long bytes) {
        if (bytes >= 1 << 20) {
            return (bytes >> 20) + " MB";
        }
        return bytes >= 1 << 10 ? (bytes >> 10) + " KB" : bytes + " bytes";
    }
}
