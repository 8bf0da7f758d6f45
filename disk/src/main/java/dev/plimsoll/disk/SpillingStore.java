package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.KeepRequest;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.RetainedArrays;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.StoreUsage;
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
 * A store in memory that moves the least recently used snapshots to disk, compressed, when memory is short, and reads them from
 * there page by page. The thread that stores a snapshot frees the memory for it, so no queue builds up. After a large snapshot,
 * a background task frees memory for the next one. Empty after a restart.
 */
public final class SpillingStore implements SnapshotStore {

    private static final int ATTEMPTS = 20;

    /** The size from which spilling ahead is worth it. */
    private static final long LARGE = 1 << 18;

    private final Object lock = new Object();
    private final TieredEntries tieredEntries;
    private final SpillFolder folder;
    private final ElapsedTime time;
    private final RandomGenerator ids;
    private final String description;
    private final BackgroundTask backgroundTask;
    private boolean closed;

    private SpillingStore(
            TieredEntries tieredEntries,
            SpillFolder folder,
            ElapsedTime time,
            RandomGenerator ids,
            String description,
            BackgroundTask backgroundTask) {
        this.backgroundTask = backgroundTask;
        this.tieredEntries = tieredEntries;
        this.folder = folder;
        this.time = time;
        this.ids = ids;
        this.description = description;
    }

    /**
     * Creates a store that does not touch its folder before it must spill.
     *
     * @param memory the limits in memory; the limit of a caller is the same fraction of the disk as of memory
     * @param spillBytes the most bytes on disk
     * @param ids the source of IDs: a {@link java.security.SecureRandom} outside of tests
     */
    public static SpillingStore over(
            StoreLimits memory, Path spillDir, long spillBytes, InstantSource clock, RandomGenerator ids) {
        return over(memory, spillDir, spillBytes, clock, ids, null);
    }

    /**
     * Creates a store that frees memory for the next large result after it has stored one.
     *
     * @param executor the executor that frees the memory; null to free it only when needed
     */
    public static SpillingStore over(
            StoreLimits memory,
            Path spillDir,
            long spillBytes,
            InstantSource clock,
            RandomGenerator ids,
            @Nullable Executor executor) {
        if (spillBytes < 0) {
            throw new IllegalArgumentException("spillBytes: must not be negative, got " + spillBytes);
        }
        String description = "memory, " + ByteSizeText.inWords(memory.maxBytes()) + ", then disk, "
                + ByteSizeText.inWords(spillBytes);
        return new SpillingStore(
                new TieredEntries(memory, spillBytes),
                new SpillFolder(spillDir),
                new ElapsedTime(clock),
                ids,
                description,
                new BackgroundTask(executor));
    }

    /** A snapshot that is admitted but not stored yet. */
    private record Coming(
            SnapshotId id, Instant takenAt, long now, SnapshotHeader head, long bytes, TieredEntries.Plan plan) {}

    @Override
    public Snapshot keep(KeepRequest keepRequest) {
        folder.clearOnce();
        RetainedArrays retainedArrays = new RetainedArrays(keepRequest);
        Coming coming = admit(keepRequest, retainedArrays.cost());
        long inMemory = coming.plan.inMemory() ? coming.bytes : 0;
        long onDisk = coming.plan.inMemory() ? 0 : BlockWriter.bound(coming.head);
        TieredEntry entry = null;
        try {
            spill(coming.plan.spill());
            entry = coming.plan.inMemory() ? hot(coming, keepRequest, retainedArrays) : cold(coming, keepRequest);
        } finally {
            synchronized (lock) {
                tieredEntries.promise(-inMemory, -onDisk); // in the same step as the actual charge
                enter(entry);
            }
            folder.sweep();
        }
        TieredEntry stored = entry;
        if (coming.plan.inMemory() && coming.bytes >= LARGE) {
            backgroundTask.begin(() -> roomAhead(stored));
        }
        return entry.snapshot();
    }

    /** Plans the spilling that lets the next large result fit at once: large results often come in series. */
    private @Nullable Runnable roomAhead(TieredEntry newest) {
        synchronized (lock) {
            List<TieredEntry> entries = closed ? List.of() : tieredEntries.ahead(newest);
            entries.forEach(tieredEntries::leave);
            return entries.isEmpty() ? null : () -> spillAhead(entries);
        }
    }

    private void spillAhead(List<TieredEntry> entries) {
        try {
            spill(entries);
        } catch (StoreException | OutOfMemoryError e) {
            // the snapshots stay in memory, and the next request that needs the space reports the error
        } finally {
            folder.sweep();
        }
    }

    private Coming admit(KeepRequest keepRequest, long bytes) {
        synchronized (lock) {
            requireOpen();
            long now = tick();
            SnapshotId id = SnapshotId.random(ids);
            if (tieredEntries.shelf().get(id) != null) {
                throw new StoreException(Reason.FAILED, "the ID generator returned a used ID");
            }
            SnapshotHeader snapshotHeader = SnapshotHeader.of(keepRequest, id, time.reading());
            StoreDemand storeDemand = new StoreDemand(keepRequest.origin().caller(), bytes, 1, null);
            storeDemand.requirePossible(tieredEntries.limits());
            TieredEntries.Plan plan = begin(storeDemand, bytes, BlockWriter.bound(snapshotHeader), now);
            return new Coming(id, time.reading(), now, snapshotHeader, bytes, plan);
        }
    }

    /** Makes a plan, and counts its space as taken already. */
    private TieredEntries.Plan begin(StoreDemand storeDemand, long inMemory, long onDisk, long now) {
        TieredEntries.Plan plan =
                tieredEntries.plan(storeDemand, inMemory, onDisk, now - StoreLimits.PROTECTED.toNanos());
        plan.giveUp().forEach(this::remove);
        plan.spill().forEach(tieredEntries::leave);
        tieredEntries.promise(plan.inMemory() ? inMemory : 0, plan.inMemory() ? 0 : onDisk);
        return plan;
    }

    private TieredEntry hot(Coming coming, KeepRequest keepRequest, RetainedArrays retainedArrays) {
        Snapshot snapshot = new Snapshot(
                coming.id, keepRequest.origin(), coming.takenAt, retainedArrays.notes(), retainedArrays.segments());
        return new TieredEntry(snapshot, keepRequest, Lifetime.of(keepRequest, coming.now), coming.bytes);
    }

    /** Writes a snapshot directly to disk, if it is too large for memory or memory is reserved for others. */
    private TieredEntry cold(Coming coming, KeepRequest keepRequest) {
        Snapshot withoutSegments = new Snapshot(coming.id, keepRequest.origin(), coming.takenAt, keepRequest.notes(), List.of());
        try {
            File file = folder.fresh();
            long bytes = write(file, coming.head, keepRequest.segments());
            TieredEntry entry = new TieredEntry(withoutSegments, keepRequest, Lifetime.of(keepRequest, coming.now), bytes);
            entry.cool(file, folder.name(), bytes, () -> forget(coming.id));
            return entry;
        } catch (IOException e) {
            throw DiskErrorText.writing(e, folder.path());
        }
    }

    private void enter(@Nullable TieredEntry entry) {
        if (entry != null && closed) {
            entry.discard(folder);
            requireOpen();
        }
        if (entry != null) {
            tieredEntries.enter(entry);
        }
    }

    /** Moves the snapshots of a plan to disk. If one fails, it and the following ones stay in memory. */
    private void spill(List<TieredEntry> entries) {
        int spilledCount = 0;
        try {
            for (TieredEntry entry : entries) {
                spill(entry);
                spilledCount++;
            }
        } catch (IOException e) {
            throw DiskErrorText.writing(e, folder.path());
        } finally {
            synchronized (lock) {
                entries.subList(spilledCount, entries.size()).forEach(tieredEntries::stay);
            }
        }
    }

    private void spill(TieredEntry entry) throws IOException {
        File file = folder.fresh();
        File views = folder.name();
        long bytes = write(file, entry.head(), entry.segments());
        synchronized (lock) {
            boolean isStored = tieredEntries.shelf().get(entry.id()) == entry;
            if (isStored) {
                try {
                    tieredEntries.cool(entry, file, views, bytes, () -> forget(entry.id()));
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

    private long write(File file, SnapshotHeader snapshotHeader, List<Slice> segments) throws IOException {
        boolean written = false;
        try {
            long bytes = BlockWriter.write(file, snapshotHeader, segments, Long.MAX_VALUE, false);
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
                TieredEntry entry = tieredEntries.shelf().get(id);
                if (entry == null) {
                    return null;
                }
                tieredEntries.shelf().use(entry, now);
                return entry.snapshot();
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
            throw new StoreException(Reason.FULL, "no space for a view: other calls used the freed space");
        } catch (IOException e) {
            throw DiskErrorText.writing(e, folder.path());
        } finally {
            folder.sweep();
        }
    }

    /** Returns the number of the view, or null if space was freed and the caller must try again. */
    private @Nullable Integer tryView(SnapshotId id, Slice view) throws IOException {
        TieredEntries.Plan plan;
        TieredEntry entry;
        synchronized (lock) {
            long now = tick();
            entry = tieredEntries.shelf().get(id);
            if (entry == null) {
                throw new StoreException(Reason.GONE, "the snapshot is unknown, expired, or removed");
            }
            Integer existing = entry.number(view);
            if (existing != null) {
                return existing;
            }
            entry.requireRoom(view);
            long cost = entry.cost(view);
            StoreDemand storeDemand = new StoreDemand(entry.caller(), cost, 0, entry);
            plan = tieredEntries.planView(entry, storeDemand, now - StoreLimits.PROTECTED.toNanos());
            plan.giveUp().forEach(this::remove);
            if (plan.spill().isEmpty()) {
                return tieredEntries.addView(entry, view, cost);
            }
            plan.spill().forEach(tieredEntries::leave);
        }
        spill(plan.spill());
        return null;
    }

    @Override
    public @Nullable Slice view(SnapshotId id, int number) {
        try {
            synchronized (lock) {
                tick();
                TieredEntry entry = tieredEntries.shelf().get(id);
                return entry == null ? null : entry.view(number);
            }
        } catch (IOException e) {
            throw DiskErrorText.reading(e, folder.path().toFile());
        } finally {
            folder.sweep();
        }
    }

    @Override
    public void forget(SnapshotId id) {
        synchronized (lock) {
            TieredEntry entry = tieredEntries.shelf().get(id);
            if (entry != null) {
                remove(entry);
            }
        }
        folder.sweep();
    }

    @Override
    public StoreUsage occupancy() {
        try {
            synchronized (lock) {
                tick();
                return new StoreUsage(
                        tieredEntries.shelf().size(),
                        tieredEntries.shelf().bytes(),
                        tieredEntries.limits().maxBytes());
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
        backgroundTask.end();
        synchronized (lock) {
            tieredEntries.shelf().byUse().forEach(entry -> entry.discard(folder));
            tieredEntries.clear();
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
        TieredEntry expired = tieredEntries.shelf().expired(now);
        while (expired != null) {
            remove(expired);
            expired = tieredEntries.shelf().expired(now);
        }
        return now;
    }

    private void remove(TieredEntry entry) {
        entry.discard(folder);
        tieredEntries.remove(entry);
    }
}
