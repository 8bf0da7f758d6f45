package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Demand;
import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.Holding;
import dev.plimsoll.store.Keep;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.Occupancy;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that writes what was not used for longest to disk when memory is short, compressed, and reads it from there
 * page by page. Who keeps something makes the room for it, so nothing queues up; after a large one, room for the next is made
 * meanwhile, one at a time. Empty after a restart.
 */
public final class SpillingStore implements SnapshotStore {

    private static final int ATTEMPTS = 20;

    /** To write what is smaller takes too little to be worth doing ahead. */
    private static final long LARGE = 1 << 18;

    private final Object lock = new Object();
    private final Tiers tiers;
    private final SpillFolder folder;
    private final ElapsedTime time;
    private final RandomGenerator ids;
    private final String description;
    private final Meanwhile meanwhile;
    private boolean closed;

    private SpillingStore(
            Tiers tiers,
            SpillFolder folder,
            ElapsedTime time,
            RandomGenerator ids,
            String description,
            Meanwhile meanwhile) {
        this.meanwhile = meanwhile;
        this.tiers = tiers;
        this.folder = folder;
        this.time = time;
        this.ids = ids;
        this.description = description;
    }

    /**
     * A store over a folder that is not touched before something has to be spilled.
     *
     * @param memory the most in memory; a caller's share of the disk is as large a part of it as of memory
     * @param spillBytes the most on disk
     * @param ids where ids come from: a {@link java.security.SecureRandom} outside of tests
     */
    public static SpillingStore over(
            Limits memory, Path spillDir, long spillBytes, InstantSource clock, RandomGenerator ids) {
        return over(memory, spillDir, spillBytes, clock, ids, null);
    }

    /**
     * The same, where room for the next large result is made after one was kept.
     *
     * @param meanwhile runs what makes the room; null makes none before it must
     */
    public static SpillingStore over(
            Limits memory,
            Path spillDir,
            long spillBytes,
            InstantSource clock,
            RandomGenerator ids,
            @Nullable Executor meanwhile) {
        if (spillBytes < 0) {
            throw new IllegalArgumentException("spillBytes: must not be negative, got " + spillBytes);
        }
        String description = "memory, " + Size.inWords(memory.maxBytes()) + ", then disk, " + Size.inWords(spillBytes);
        return new SpillingStore(
                new Tiers(memory, spillBytes),
                new SpillFolder(spillDir),
                new ElapsedTime(clock),
                ids,
                description,
                new Meanwhile(meanwhile));
    }

    /** Something that will be kept once there is room. */
    private record Coming(SnapshotId id, Instant takenAt, long now, Head head, long bytes, Tiers.Plan plan) {}

    @Override
    public Snapshot keep(Keep keep) {
        folder.clearOnce();
        Holding holding = new Holding(keep);
        Coming coming = admit(keep, holding.cost());
        long inMemory = coming.plan.inMemory() ? coming.bytes : 0;
        long onDisk = coming.plan.inMemory() ? 0 : BlockWriter.bound(coming.head);
        Tiered kept = null;
        try {
            spill(coming.plan.spill());
            kept = coming.plan.inMemory() ? hot(coming, keep, holding) : cold(coming, keep);
        } finally {
            synchronized (lock) {
                tiers.promise(-inMemory, -onDisk); // and what it really takes, in one
                enter(kept);
            }
            folder.sweep();
        }
        Tiered keptNow = kept;
        if (coming.plan.inMemory() && coming.bytes >= LARGE) {
            meanwhile.begin(() -> roomAhead(keptNow));
        }
        return kept.snapshot();
    }

    /** Large results come again and again: the next one finds its room made, if it does not come at once. */
    private @Nullable Runnable roomAhead(Tiered beside) {
        synchronized (lock) {
            List<Tiered> leaving = closed ? List.of() : tiers.ahead(beside);
            leaving.forEach(tiers::leave);
            return leaving.isEmpty() ? null : () -> spillAhead(leaving);
        }
    }

    private void spillAhead(List<Tiered> leaving) {
        try {
            spill(leaving);
        } catch (StoreException | OutOfMemoryError e) {
            // they stay, and whoever needs the room will be told
        } finally {
            folder.sweep();
        }
    }

    private Coming admit(Keep keep, long bytes) {
        synchronized (lock) {
            requireOpen();
            long now = tick();
            SnapshotId id = SnapshotId.random(ids);
            if (tiers.shelf().get(id) != null) {
                throw new StoreException(Reason.FAILED, "the source of ids repeats itself");
            }
            Head head = Head.of(keep, id, time.reading());
            Demand demand = new Demand(keep.origin().caller(), bytes, 1, null);
            demand.requirePossible(tiers.limits());
            Tiers.Plan plan = begin(demand, bytes, BlockWriter.bound(head), now);
            return new Coming(id, time.reading(), now, head, bytes, plan);
        }
    }

    /** Makes a plan and counts all of it as done. */
    private Tiers.Plan begin(Demand demand, long inMemory, long onDisk, long now) {
        Tiers.Plan plan = tiers.plan(demand, inMemory, onDisk, now - Limits.PROTECTED.toNanos());
        plan.giveUp().forEach(this::remove);
        plan.spill().forEach(tiers::leave);
        tiers.promise(plan.inMemory() ? inMemory : 0, plan.inMemory() ? 0 : onDisk);
        return plan;
    }

    private Tiered hot(Coming coming, Keep keep, Holding holding) {
        Snapshot snapshot = new Snapshot(coming.id, keep.origin(), coming.takenAt, holding.notes(), holding.segments());
        return new Tiered(snapshot, keep, Lifetime.of(keep, coming.now), coming.bytes);
    }

    /** Too large for memory, or memory is promised to others: straight to disk. */
    private Tiered cold(Coming coming, Keep keep) {
        Snapshot none = new Snapshot(coming.id, keep.origin(), coming.takenAt, keep.notes(), List.of());
        try {
            File file = folder.fresh();
            long bytes = write(file, coming.head, keep.segments());
            Tiered kept = new Tiered(none, keep, Lifetime.of(keep, coming.now), bytes);
            kept.cool(file, folder.name(), bytes, () -> forget(coming.id));
            return kept;
        } catch (IOException e) {
            throw Trouble.writing(e, folder.path());
        }
    }

    private void enter(@Nullable Tiered kept) {
        if (kept != null && closed) {
            kept.discard(folder);
            requireOpen();
        }
        if (kept != null) {
            tiers.enter(kept);
        }
    }

    /** Puts those on disk that a plan sends there. If one cannot go, it and the others stay. */
    private void spill(List<Tiered> leaving) {
        int gone = 0;
        try {
            for (Tiered kept : leaving) {
                spill(kept);
                gone++;
            }
        } catch (IOException e) {
            throw Trouble.writing(e, folder.path());
        } finally {
            synchronized (lock) {
                leaving.subList(gone, leaving.size()).forEach(tiers::stay);
            }
        }
    }

    private void spill(Tiered kept) throws IOException {
        File file = folder.fresh();
        File views = folder.name();
        long bytes = write(file, kept.head(), kept.segments());
        synchronized (lock) {
            boolean stillThere = tiers.shelf().get(kept.id()) == kept;
            if (stillThere) {
                try {
                    tiers.cool(kept, file, views, bytes, () -> forget(kept.id()));
                    return;
                } catch (IOException e) {
                    folder.discard(views);
                    folder.discard(file);
                    throw e;
                }
            }
        }
        folder.discard(file);
    }

    private long write(File file, Head head, List<Slice> segments) throws IOException {
        boolean written = false;
        try {
            long bytes = BlockWriter.write(file, head, segments, Long.MAX_VALUE, false);
            written = true;
            return bytes;
        } finally {
            if (!written) {
                file.delete();
            }
        }
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        try {
            synchronized (lock) {
                long now = tick();
                Tiered kept = tiers.shelf().get(id);
                if (kept == null) {
                    return null;
                }
                tiers.shelf().use(kept, now);
                return kept.snapshot();
            }
        } finally {
            folder.sweep();
        }
    }

    @Override
    public int view(SnapshotId id, Slice view) {
        try {
            for (int i = 0; i < ATTEMPTS; i++) {
                Integer number = tryView(id, view);
                if (number != null) {
                    return number;
                }
            }
            throw new StoreException(Reason.FULL, "no room for a view: others were quicker");
        } catch (IOException e) {
            throw Trouble.writing(e, folder.path());
        } finally {
            folder.sweep();
        }
    }

    /** The number; null when room was made, and it may be tried again. */
    private @Nullable Integer tryView(SnapshotId id, Slice view) throws IOException {
        Tiers.Plan plan;
        Tiered kept;
        synchronized (lock) {
            long now = tick();
            kept = tiers.shelf().get(id);
            if (kept == null) {
                throw new StoreException(Reason.GONE, "the snapshot is unknown, expired or forgotten");
            }
            Integer known = kept.number(view);
            if (known != null) {
                return known;
            }
            kept.requireRoom(view);
            long cost = kept.cost(view);
            Demand demand = new Demand(kept.caller(), cost, 0, kept);
            plan = tiers.planView(kept, demand, now - Limits.PROTECTED.toNanos());
            plan.giveUp().forEach(this::remove);
            if (plan.spill().isEmpty()) {
                return tiers.addView(kept, view, cost);
            }
            plan.spill().forEach(tiers::leave);
        }
        spill(plan.spill());
        return null;
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        try {
            synchronized (lock) {
                tick();
                Tiered kept = tiers.shelf().get(id);
                return kept == null ? null : kept.view(number);
            }
        } catch (IOException e) {
            throw Trouble.reading(e, folder.path().toFile());
        } finally {
            folder.sweep();
        }
    }

    @Override
    public void forget(SnapshotId id) {
        synchronized (lock) {
            Tiered kept = tiers.shelf().get(id);
            if (kept != null) {
                remove(kept);
            }
        }
        folder.sweep();
    }

    @Override
    public Occupancy occupancy() {
        try {
            synchronized (lock) {
                tick();
                return new Occupancy(
                        tiers.shelf().size(),
                        tiers.shelf().bytes(),
                        tiers.limits().maxBytes());
            }
        } finally {
            folder.sweep();
        }
    }

    @Override
    public String describe() {
        return description;
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
        }
        meanwhile.end();
        synchronized (lock) {
            tiers.shelf().byUse().forEach(kept -> kept.discard(folder));
            tiers.clear();
        }
        folder.sweep();
        folder.close();
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreException(Reason.FAILED, "the store is closed");
        }
    }

    private long tick() {
        long now = time.now();
        Tiered over = tiers.shelf().expired(now);
        while (over != null) {
            remove(over);
            over = tiers.shelf().expired(now);
        }
        return now;
    }

    private void remove(Tiered kept) {
        kept.discard(folder);
        tiers.remove(kept);
    }
}
