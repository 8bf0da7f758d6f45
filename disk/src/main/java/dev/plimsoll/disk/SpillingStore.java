package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.RetainedArrays;
import dev.plimsoll.store.SaveRequest;
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
 * Store in memory. When memory is short, it compresses the least recently used snapshots and moves them to disk, and reads them from there in ranges. The thread that stores a snapshot also frees the memory for it, so no queue builds
 * up. After a large snapshot, a background task frees memory for the next one. Empty after a restart.
 */
public final class SpillingStore implements SnapshotStore {

    private static final int MAX_ATTEMPTS = 20;

    /** The minimum size of a snapshot after which memory for the next one is freed in the background. */
    private static final long LARGE_BYTES = 1 << 18;

    private final Object lock = new Object();
    private final TieredEntries tieredEntries;
    private final SpillFolder folder;
    private final ElapsedTime time;
    private final RandomGenerator idGenerator;
    private final String description;
    private final BackgroundRunner backgroundRunner;
    private boolean isClosed;

    private SpillingStore(
            TieredEntries tieredEntries,
            SpillFolder folder,
            ElapsedTime time,
            RandomGenerator idGenerator,
            String description,
            BackgroundRunner backgroundRunner) {
        this.backgroundRunner = backgroundRunner;
        this.tieredEntries = tieredEntries;
        this.folder = folder;
        this.time = time;
        this.idGenerator = idGenerator;
        this.description = description;
    }

    /**
     * Creates a store. It does not write to its folder before it must spill.
     *
     * @param memoryLimits the limits in memory; the limit of a caller is the same fraction of the disk as of memory
     * @param spillBytes the maximum number of bytes on disk
     * @param idGenerator the source of IDs: a {@link java.security.SecureRandom} outside of tests
     */
    public static SpillingStore create(
            StoreLimits memoryLimits,
            Path spillDir,
            long spillBytes,
            InstantSource clock,
            RandomGenerator idGenerator) {
        return create(memoryLimits, spillDir, spillBytes, clock, idGenerator, null);
    }

    /**
     * Creates a store that frees memory for the next large result after it has stored one.
     *
     * @param executor the executor that frees the memory; null to free it only when needed
     */
    public static SpillingStore create(
            StoreLimits memoryLimits,
            Path spillDir,
            long spillBytes,
            InstantSource clock,
            RandomGenerator idGenerator,
            @Nullable Executor executor) {
        if (spillBytes < 0) {
            throw new IllegalArgumentException("spillBytes: must not be negative, got " + spillBytes);
        }
        String description = "memory, " + ByteSizeText.format(memoryLimits.maxBytes()) + ", then disk, "
                + ByteSizeText.format(spillBytes);
        return new SpillingStore(
                new TieredEntries(memoryLimits, spillBytes),
                new SpillFolder(spillDir),
                new ElapsedTime(clock),
                idGenerator,
                description,
                new BackgroundRunner(executor));
    }

    /** Snapshot whose space is reserved, but which is not stored yet. */
    private record Admission(
            SnapshotId id,
            Instant takenAt,
            long admittedAt,
            SnapshotHeader header,
            long bytes,
            TieredEntries.Plan plan) {}

    @Override
    public Snapshot save(SaveRequest saveRequest) {
        folder.clearOnce();
        RetainedArrays retainedArrays = new RetainedArrays(saveRequest);
        Admission admission = admit(saveRequest, retainedArrays.memoryBytes());
        long memoryBytes = admission.plan.isInMemory() ? admission.bytes : 0;
        long diskBytes = admission.plan.isInMemory() ? 0 : BlockWriter.maxFileBytes(admission.header);
        TieredEntry entry = null;
        try {
            spill(admission.plan.toSpill());
            entry = admission.plan.isInMemory()
                    ? createMemoryEntry(admission, saveRequest, retainedArrays)
                    : writeDiskEntry(admission, saveRequest);
        } finally {
            synchronized (lock) {
                // releases the reservation and adds the entry in one step, so that no other thread takes the space
                tieredEntries.reserve(-memoryBytes, -diskBytes);
                addEntry(entry);
            }
            folder.deletePending();
        }
        TieredEntry stored = entry;
        if (admission.plan.isInMemory() && admission.bytes >= LARGE_BYTES) {
            backgroundRunner.start(() -> planSpillAhead(stored));
        }
        return entry.snapshot();
    }

    /** Selects the snapshots to spill so that the next large result fits immediately, because large results often follow each other. */
    private @Nullable Runnable planSpillAhead(TieredEntry newest) {
        synchronized (lock) {
            List<TieredEntry> entries = isClosed ? List.of() : tieredEntries.selectToSpillAhead(newest);
            entries.forEach(tieredEntries::startSpill);
            return entries.isEmpty() ? null : () -> spillAhead(entries);
        }
    }

    private void spillAhead(List<TieredEntry> entries) {
        try {
            spill(entries);
        } catch (StoreException | OutOfMemoryError e) {
            // the snapshots stay in memory, and the next request that needs the space reports the error
        } finally {
            folder.deletePending();
        }
    }

    private Admission admit(SaveRequest saveRequest, long bytes) {
        synchronized (lock) {
            requireOpen();
            long now = removeExpired();
            SnapshotId id = SnapshotId.random(idGenerator);
            if (tieredEntries.index().find(id) != null) {
                throw new StoreException(Reason.FAILED, "the ID generator returned a used ID");
            }
            SnapshotHeader snapshotHeader = SnapshotHeader.of(saveRequest, id, time.lastInstant());
            StoreDemand storeDemand = new StoreDemand(saveRequest.origin().holder(), bytes, 1, null);
            storeDemand.requireFitsEmptyStore(tieredEntries.totalLimits());
            TieredEntries.Plan plan = reserve(storeDemand, bytes, BlockWriter.maxFileBytes(snapshotHeader), now);
            return new Admission(id, time.lastInstant(), now, snapshotHeader, bytes, plan);
        }
    }

    /** Plans how a snapshot fits, and reserves the space. */
    private TieredEntries.Plan reserve(StoreDemand storeDemand, long memoryBytes, long diskBytes, long now) {
        TieredEntries.Plan plan =
                tieredEntries.plan(storeDemand, memoryBytes, diskBytes, now - StoreLimits.PROTECTION_TIME.toNanos());
        plan.toEvict().forEach(this::removeEntry);
        plan.toSpill().forEach(tieredEntries::startSpill);
        tieredEntries.reserve(plan.isInMemory() ? memoryBytes : 0, plan.isInMemory() ? 0 : diskBytes);
        return plan;
    }

    private TieredEntry createMemoryEntry(Admission admission, SaveRequest saveRequest, RetainedArrays retainedArrays) {
        Snapshot snapshot = new Snapshot(
                admission.id,
                saveRequest.origin(),
                admission.takenAt,
                retainedArrays.notes(),
                retainedArrays.segments());
        return new TieredEntry(snapshot, saveRequest, Lifetime.of(saveRequest, admission.admittedAt), admission.bytes);
    }

    /** Writes a snapshot directly to disk, if it is too large for memory or memory is reserved for other callers. */
    private TieredEntry writeDiskEntry(Admission admission, SaveRequest saveRequest) {
        Snapshot withoutSegments =
                new Snapshot(admission.id, saveRequest.origin(), admission.takenAt, saveRequest.notes(), List.of());
        try {
            File file = folder.createFile();
            long bytes = writeOrDelete(file, admission.header, saveRequest.segments());
            TieredEntry entry = new TieredEntry(
                    withoutSegments, saveRequest, Lifetime.of(saveRequest, admission.admittedAt), bytes);
            entry.moveToFiles(file, folder.unusedFile(), bytes, () -> remove(admission.id));
            return entry;
        } catch (IOException e) {
            throw DiskErrorText.writeError(e, folder.path());
        }
    }

    private void addEntry(@Nullable TieredEntry entry) {
        if (entry != null && isClosed) {
            entry.discard(folder);
            requireOpen();
        }
        if (entry != null) {
            tieredEntries.add(entry);
        }
    }

    /** Moves snapshots to disk in this order. If a move fails, this snapshot and the following ones stay in memory. */
    private void spill(List<TieredEntry> entries) {
        int spilledCount = 0;
        try {
            for (TieredEntry entry : entries) {
                spill(entry);
                spilledCount++;
            }
        } catch (IOException e) {
            throw DiskErrorText.writeError(e, folder.path());
        } finally {
            synchronized (lock) {
                entries.subList(spilledCount, entries.size()).forEach(tieredEntries::cancelSpill);
            }
        }
    }

    private void spill(TieredEntry entry) throws IOException {
        File file = folder.createFile();
        File views = folder.unusedFile();
        long bytes = writeOrDelete(file, entry.header(), entry.segments());
        synchronized (lock) {
            boolean isStored = tieredEntries.index().find(entry.id()) == entry;
            if (isStored) {
                try {
                    tieredEntries.finishSpill(entry, file, views, bytes, () -> remove(entry.id()));
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

    private long writeOrDelete(File file, SnapshotHeader snapshotHeader, List<Slice> segments) throws IOException {
        boolean isWritten = false;
        try {
            long bytes = BlockWriter.write(file, snapshotHeader, segments, Long.MAX_VALUE, WriteMode.COMPACT);
            isWritten = true;
            return bytes;
        } finally {
            if (!isWritten) {
                file.delete();
            }
        }
    }

    @Override
    public @Nullable Snapshot find(SnapshotId id) {
        try {
            synchronized (lock) {
                long now = removeExpired();
                TieredEntry entry = tieredEntries.index().find(id);
                if (entry == null) {
                    return null;
                }
                tieredEntries.index().recordUse(entry, now);
                return entry.snapshot();
            }
        } finally {
            folder.deletePending();
        }
    }

    @Override
    public int addView(SnapshotId id, Slice view) {
        try {
            for (int i = 0; i < MAX_ATTEMPTS; i++) {
                Integer number = tryAddView(id, view);
                if (number != null) {
                    return number;
                }
            }
            throw new StoreException(Reason.FULL, "no space for a view: other calls used the freed space");
        } catch (IOException e) {
            throw DiskErrorText.writeError(e, folder.path());
        } finally {
            folder.deletePending();
        }
    }

    /** Returns the number of the view, or null if space was freed and the caller must try again. */
    private @Nullable Integer tryAddView(SnapshotId id, Slice view) throws IOException {
        TieredEntries.Plan plan;
        TieredEntry entry;
        synchronized (lock) {
            long now = removeExpired();
            entry = tieredEntries.index().find(id);
            if (entry == null) {
                throw new StoreException(Reason.GONE, "the snapshot is unknown, expired, or removed");
            }
            Integer existing = entry.findViewNumber(view);
            if (existing != null) {
                return existing;
            }
            entry.requireViewCapacity(view);
            long viewBytes = entry.bytesFor(view);
            StoreDemand storeDemand = new StoreDemand(entry.holder(), viewBytes, 0, entry);
            plan = tieredEntries.planView(entry, storeDemand, now - StoreLimits.PROTECTION_TIME.toNanos());
            plan.toEvict().forEach(this::removeEntry);
            if (plan.toSpill().isEmpty()) {
                return tieredEntries.addView(entry, view, viewBytes);
            }
            plan.toSpill().forEach(tieredEntries::startSpill);
        }
        spill(plan.toSpill());
        return null;
    }

    @Override
    public @Nullable Slice findView(SnapshotId id, int number) {
        try {
            synchronized (lock) {
                removeExpired();
                TieredEntry entry = tieredEntries.index().find(id);
                return entry == null ? null : entry.findView(number);
            }
        } catch (IOException e) {
            throw DiskErrorText.readError(e, folder.path().toFile());
        } finally {
            folder.deletePending();
        }
    }

    @Override
    public void remove(SnapshotId id) {
        synchronized (lock) {
            TieredEntry entry = tieredEntries.index().find(id);
            if (entry != null) {
                removeEntry(entry);
            }
        }
        folder.deletePending();
    }

    @Override
    public StoreUsage usage() {
        try {
            synchronized (lock) {
                removeExpired();
                return new StoreUsage(
                        tieredEntries.index().size(),
                        tieredEntries.index().bytes(),
                        tieredEntries.totalLimits().maxBytes());
            }
        } finally {
            folder.deletePending();
        }
    }

    @Override
    public String describe() {
        return description;
    }

    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        backgroundRunner.stop();
        synchronized (lock) {
            tieredEntries.index().byUse().forEach(entry -> entry.discard(folder));
            tieredEntries.clear();
        }
        folder.deletePending();
        folder.close();
    }

    private void requireOpen() {
        if (isClosed) {
            throw new StoreException(Reason.FAILED, "the store is closed");
        }
    }

    private long removeExpired() {
        long now = time.now();
        TieredEntry expired = tieredEntries.index().findExpired(now);
        while (expired != null) {
            removeEntry(expired);
            expired = tieredEntries.index().findExpired(now);
        }
        return now;
    }

    private void removeEntry(TieredEntry entry) {
        entry.discard(folder);
        tieredEntries.remove(entry);
    }
}
