package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.ExpiringIndex;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.StoreEntry;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tracks which snapshots are in memory and on disk, and how much space is reserved. When a thread decides to
 * free space for a snapshot, it reserves that space immediately, so that no other thread uses it. Not
 * thread-safe.
 */
final class TieredEntries {

    private final ExpiringIndex<TieredEntry> expiringIndex = new ExpiringIndex<>();
    private final StoreLimits totalLimits;
    private final long maxMemoryBytes;
    private final long maxDiskBytes;
    private final SizePredictor sizePredictor;
    private long memoryBytes;
    private long diskBytes;

    TieredEntries(StoreLimits storeLimits, long maxSpilledBytes) {
        this.maxMemoryBytes = storeLimits.maxBytes();
        this.maxDiskBytes = maxSpilledBytes;
        this.sizePredictor = new SizePredictor(maxMemoryBytes);
        this.totalLimits = new StoreLimits(
                plus(maxMemoryBytes, maxSpilledBytes),
                callerLimit(storeLimits, maxSpilledBytes),
                storeLimits.maxSnapshots(),
                storeLimits.weights());
    }

    /** Returns the limit of a caller: the same fraction of the disk as of memory. */
    private static long callerLimit(StoreLimits storeLimits, long maxSpilledBytes) {
        double fraction = Math.min(1, storeLimits.maxBytesPerCaller() / (double) storeLimits.maxBytes());
        return fraction == 1
                ? plus(storeLimits.maxBytes(), maxSpilledBytes)
                : plus(storeLimits.maxBytesPerCaller(), (long) (fraction * maxSpilledBytes));
    }

    private static long plus(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }

    /**
     * Steps after which a snapshot or view fits.
     *
     * @param toEvict snapshots to evict
     * @param toSpill snapshots to move from memory to disk, least recently used first
     * @param isInMemory whether the snapshot or view is then stored in memory; otherwise on disk
     */
    record Plan(Set<TieredEntry> toEvict, List<TieredEntry> toSpill, boolean isInMemory) {}

    ExpiringIndex<TieredEntry> index() {
        return expiringIndex;
    }

    StoreLimits totalLimits() {
        return totalLimits;
    }

    /**
     * Plans how a snapshot can fit, without changing anything.
     *
     * @param neededMemory the bytes that the snapshot needs in memory; negative if it must not be stored there
     * @param neededDisk the maximum number of bytes that the snapshot needs on disk
     */
    Plan plan(StoreDemand storeDemand, long neededMemory, long neededDisk, long idleSince) {
        boolean fitsInMemory = neededMemory >= 0 && neededMemory <= maxMemoryBytes;
        if (!fitsInMemory && neededDisk > maxDiskBytes) {
            throw refusal(Reason.TOO_LARGE, storeDemand);
        }
        Set<TieredEntry> evicted = storeDemand.selectVictims(expiringIndex, totalLimits, idleSince);
        if (fitsInMemory) {
            List<TieredEntry> spill = selectToSpill(neededMemory, evicted, storeDemand.protectedEntry());
            if (spill != null) {
                return addDiskEvictions(storeDemand, 0, new Plan(evicted, spill, true), idleSince);
            }
        }
        return addDiskEvictions(storeDemand, neededDisk, new Plan(evicted, List.of(), false), idleSince);
    }

    /**
     * Returns the least recently used snapshots in memory that must be spilled, or null if that does not free enough.
     */
    private @Nullable List<TieredEntry> selectToSpill(
            long neededBytes, Set<TieredEntry> evicted, @Nullable StoreEntry spared) {
        long missingBytes = neededBytes - (maxMemoryBytes - memoryBytes);
        for (TieredEntry entry : evicted) {
            missingBytes -= entry.memoryBytes();
        }
        List<TieredEntry> spill = new ArrayList<>();
        for (TieredEntry entry : expiringIndex.byUse()) {
            if (missingBytes <= 0) {
                break;
            }
            if (entry.canSpill() && !evicted.contains(entry) && !entry.equals(spared)) {
                spill.add(entry);
                missingBytes -= entry.memoryBytes();
            }
        }
        return missingBytes <= 0 ? spill : null;
    }

    /**
     * Returns the snapshots to spill so that the next result fits in memory together with the newest one. If there is no space
     * for a result of the predicted size, assumes the size of the newest. Returns an empty list if there is no space for that either,
     * or if snapshots on disk would have to be evicted.
     */
    List<TieredEntry> selectToSpillAhead(TieredEntry newest) {
        List<TieredEntry> spill =
                sizePredictor.predict() > newest.bytes() ? selectToSpillAhead(sizePredictor.predict(), newest) : null;
        spill = spill == null ? selectToSpillAhead(newest.bytes(), newest) : spill;
        return spill == null ? List.of() : spill;
    }

    private @Nullable List<TieredEntry> selectToSpillAhead(long inMemory, TieredEntry newest) {
        List<TieredEntry> spill = inMemory > maxMemoryBytes ? null : selectToSpill(inMemory, Set.of(), newest);
        if (spill == null) {
            return null;
        }
        long onDisk = spill.stream().mapToLong(TieredEntry::maxFileBytes).sum();
        return onDisk <= maxDiskBytes - diskBytes ? spill : null;
    }

    /** Plans how a view of a snapshot can fit: in the tier of the snapshot, or on disk together with the snapshot. */
    Plan planView(TieredEntry entry, StoreDemand storeDemand, long idleSince) {
        if (!entry.isInMemory()) {
            return plan(storeDemand, -1, storeDemand.bytes(), idleSince);
        }
        Set<TieredEntry> evicted = storeDemand.selectVictims(expiringIndex, totalLimits, idleSince);
        List<TieredEntry> spill = selectToSpill(storeDemand.bytes(), evicted, entry);
        if (spill == null) {
            spill = entry.canSpill() ? List.of(entry) : List.of();
        }
        return addDiskEvictions(storeDemand, 0, new Plan(evicted, spill, true), idleSince);
    }

    /** Adds evictions of long-idle snapshots to a plan until the disk has enough space. */
    private Plan addDiskEvictions(StoreDemand storeDemand, long neededBytes, Plan plan, long idleSince) {
        Set<TieredEntry> evicted = new LinkedHashSet<>(plan.toEvict);
        Set<TieredEntry> spill = new LinkedHashSet<>(plan.toSpill);
        long missingBytes = neededBytes - (maxDiskBytes - diskBytes);
        for (TieredEntry entry : spill) {
            missingBytes += entry.maxFileBytes();
        }
        for (TieredEntry entry : evicted) {
            missingBytes -= entry.diskBytes();
        }
        for (TieredEntry entry : expiringIndex.byUse()) {
            if (missingBytes <= 0 || entry.usedAt() > idleSince || (neededBytes == 0 && spill.isEmpty())) {
                break;
            }
            boolean isEvictable = !entry.equals(storeDemand.protectedEntry()) && !evicted.contains(entry);
            if (isEvictable && spill.remove(entry)) {
                missingBytes -= entry.maxFileBytes();
                evicted.add(entry);
            } else if (isEvictable && !entry.canSpill()) {
                missingBytes -= entry.diskBytes();
                evicted.add(entry);
            }
        }
        if (missingBytes > 0 && (neededBytes > 0 || !spill.isEmpty())) {
            throw refusal(Reason.FULL, storeDemand);
        }
        return new Plan(evicted, List.copyOf(spill), plan.isInMemory);
    }

    private StoreException refusal(Reason reason, StoreDemand storeDemand) {
        return new StoreException(
                reason,
                storeDemand.bytes() + " bytes do not fit: memory may hold " + maxMemoryBytes + " and the disk "
                        + maxDiskBytes);
    }

    /** Charges a snapshot that is being spilled to the disk, and no longer to memory. */
    void startSpill(TieredEntry entry) {
        entry.setSpilling(true);
        charge(entry, 0, entry.maxFileBytes());
    }

    /** Charges a snapshot to memory again after spilling failed. */
    void cancelSpill(TieredEntry entry) {
        entry.setSpilling(false);
        if (expiringIndex.get(entry.id()) == entry) {
            charge(entry, entry.bytes(), 0);
        }
    }

    /** Charges a snapshot for its files after it was spilled. */
    void finishSpill(TieredEntry entry, File blocks, File views, long bytes, Runnable onDamaged) throws IOException {
        long onDisk = entry.moveToFiles(blocks, views, bytes, onDamaged);
        expiringIndex.growEntry(entry, onDisk - entry.bytes());
        charge(entry, 0, onDisk);
    }

    void add(TieredEntry entry) {
        expiringIndex.add(entry);
        if (entry.isInMemory()) {
            sizePredictor.record(entry.bytes());
        }
        charge(entry, entry.isInMemory() ? entry.bytes() : 0, entry.isInMemory() ? 0 : entry.bytes());
    }

    int addView(TieredEntry entry, Slice view, long cost) throws IOException {
        int number = entry.addView(view);
        expiringIndex.growEntry(entry, cost);
        charge(
                entry,
                entry.memoryBytes() + (entry.isInMemory() ? cost : 0),
                entry.diskBytes() + (entry.isInMemory() ? 0 : cost));
        return number;
    }

    private void charge(TieredEntry entry, long inMemory, long onDisk) {
        reserve(inMemory - entry.memoryBytes(), onDisk - entry.diskBytes());
        entry.memoryBytes(inMemory);
        entry.diskBytes(onDisk);
    }

    /** Reserves space for a snapshot that is not stored yet; negative numbers release it. */
    void reserve(long inMemory, long onDisk) {
        memoryBytes += inMemory;
        diskBytes += onDisk;
    }

    void remove(TieredEntry entry) {
        if (expiringIndex.get(entry.id()) == entry) {
            expiringIndex.remove(entry);
            charge(entry, 0, 0);
        }
    }

    void clear() {
        expiringIndex.clear();
        memoryBytes = 0;
        diskBytes = 0;
    }
}
