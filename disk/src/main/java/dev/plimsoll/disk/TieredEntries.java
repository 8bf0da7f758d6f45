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
 * Index of the snapshots in memory and on disk, with the reserved space. When a thread decides to
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
                addSaturated(maxMemoryBytes, maxSpilledBytes),
                callerLimit(storeLimits, maxSpilledBytes),
                storeLimits.maxSnapshots(),
                storeLimits.weights());
    }

    /** Returns the limit of a caller: the same fraction of the disk as of memory. */
    private static long callerLimit(StoreLimits storeLimits, long maxSpilledBytes) {
        double fraction = Math.min(1, storeLimits.maxBytesPerCaller() / (double) storeLimits.maxBytes());
        return fraction == 1
                ? addSaturated(storeLimits.maxBytes(), maxSpilledBytes)
                : addSaturated(storeLimits.maxBytesPerCaller(), (long) (fraction * maxSpilledBytes));
    }

    private static long addSaturated(long a, long b) {
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
     * @param neededMemoryBytes the bytes that the snapshot needs in memory; negative if it must not be stored there
     * @param neededDiskBytes the maximum number of bytes that the snapshot needs on disk
     */
    Plan plan(StoreDemand storeDemand, long neededMemoryBytes, long neededDiskBytes, long idleSince) {
        boolean canFitInMemory = neededMemoryBytes >= 0 && neededMemoryBytes <= maxMemoryBytes;
        if (!canFitInMemory && neededDiskBytes > maxDiskBytes) {
            throw refusal(Reason.TOO_LARGE, storeDemand);
        }
        Set<TieredEntry> toEvict = storeDemand.selectVictims(expiringIndex, totalLimits, idleSince);
        if (canFitInMemory) {
            List<TieredEntry> toSpill = selectToSpill(neededMemoryBytes, toEvict, storeDemand.protectedEntry());
            if (toSpill != null) {
                return addDiskEvictions(storeDemand, 0, new Plan(toEvict, toSpill, true), idleSince);
            }
        }
        return addDiskEvictions(storeDemand, neededDiskBytes, new Plan(toEvict, List.of(), false), idleSince);
    }

    /**
     * Returns the least recently used snapshots in memory that must be spilled, or null if that does not free enough.
     */
    private @Nullable List<TieredEntry> selectToSpill(
            long neededBytes, Set<TieredEntry> toEvict, @Nullable StoreEntry protectedEntry) {
        long missingBytes = neededBytes - (maxMemoryBytes - memoryBytes);
        for (TieredEntry entry : toEvict) {
            missingBytes -= entry.memoryBytes();
        }
        List<TieredEntry> toSpill = new ArrayList<>();
        for (TieredEntry entry : expiringIndex.byUse()) {
            if (missingBytes <= 0) {
                break;
            }
            if (entry.canSpill() && !toEvict.contains(entry) && !entry.equals(protectedEntry)) {
                toSpill.add(entry);
                missingBytes -= entry.memoryBytes();
            }
        }
        return missingBytes <= 0 ? toSpill : null;
    }

    /**
     * Returns the snapshots to spill so that the next result fits in memory together with the newest one. If there is no space
     * for a result of the predicted size, assumes the size of the newest. Returns an empty list if there is no space for that either,
     * or if snapshots on disk would have to be evicted.
     */
    List<TieredEntry> selectToSpillAhead(TieredEntry newest) {
        List<TieredEntry> toSpill =
                sizePredictor.predict() > newest.bytes() ? selectToSpillAhead(sizePredictor.predict(), newest) : null;
        toSpill = toSpill == null ? selectToSpillAhead(newest.bytes(), newest) : toSpill;
        return toSpill == null ? List.of() : toSpill;
    }

    private @Nullable List<TieredEntry> selectToSpillAhead(long newMemoryBytes, TieredEntry newest) {
        List<TieredEntry> toSpill =
                newMemoryBytes > maxMemoryBytes ? null : selectToSpill(newMemoryBytes, Set.of(), newest);
        if (toSpill == null) {
            return null;
        }
        long newDiskBytes =
                toSpill.stream().mapToLong(TieredEntry::maxFileBytes).sum();
        return newDiskBytes <= maxDiskBytes - diskBytes ? toSpill : null;
    }

    /** Plans how a view of a snapshot can fit: in the tier of the snapshot, or on disk together with the snapshot. */
    Plan planView(TieredEntry entry, StoreDemand storeDemand, long idleSince) {
        if (!entry.isInMemory()) {
            return plan(storeDemand, -1, storeDemand.bytes(), idleSince);
        }
        Set<TieredEntry> toEvict = storeDemand.selectVictims(expiringIndex, totalLimits, idleSince);
        List<TieredEntry> toSpill = selectToSpill(storeDemand.bytes(), toEvict, entry);
        if (toSpill == null) {
            toSpill = entry.canSpill() ? List.of(entry) : List.of();
        }
        return addDiskEvictions(storeDemand, 0, new Plan(toEvict, toSpill, !toSpill.contains(entry)), idleSince);
    }

    /** Adds evictions of idle snapshots to a plan until the disk has enough space. */
    private Plan addDiskEvictions(StoreDemand storeDemand, long neededBytes, Plan plan, long idleSince) {
        Set<TieredEntry> toEvict = new LinkedHashSet<>(plan.toEvict);
        Set<TieredEntry> toSpill = new LinkedHashSet<>(plan.toSpill);
        long missingBytes = neededBytes - (maxDiskBytes - diskBytes);
        for (TieredEntry entry : toSpill) {
            missingBytes += entry.maxFileBytes();
        }
        for (TieredEntry entry : toEvict) {
            missingBytes -= entry.diskBytes();
        }
        for (TieredEntry entry : expiringIndex.byUse()) {
            if (missingBytes <= 0 || entry.usedAt() > idleSince || (neededBytes == 0 && toSpill.isEmpty())) {
                break;
            }
            boolean isEvictable = !entry.equals(storeDemand.protectedEntry()) && !toEvict.contains(entry);
            if (isEvictable && toSpill.remove(entry)) {
                missingBytes -= entry.maxFileBytes();
                toEvict.add(entry);
            } else if (isEvictable && !entry.canSpill()) {
                missingBytes -= entry.diskBytes();
                toEvict.add(entry);
            }
        }
        if (missingBytes > 0 && (neededBytes > 0 || !toSpill.isEmpty())) {
            throw refusal(Reason.FULL, storeDemand);
        }
        return new Plan(toEvict, List.copyOf(toSpill), plan.isInMemory);
    }

    private StoreException refusal(Reason reason, StoreDemand storeDemand) {
        return new StoreException(
                reason,
                storeDemand.bytes() + " bytes do not fit: memory may hold " + maxMemoryBytes + " and the disk "
                        + maxDiskBytes);
    }

    /** Counts a snapshot on disk and no longer in memory, because it is being spilled. */
    void startSpill(TieredEntry entry) {
        entry.setSpilling(true);
        setBytes(entry, 0, entry.maxFileBytes());
    }

    /** Counts a snapshot in memory again after spilling failed. */
    void cancelSpill(TieredEntry entry) {
        entry.setSpilling(false);
        if (expiringIndex.find(entry.id()) == entry) {
            setBytes(entry, entry.bytes(), 0);
        }
    }

    /** Counts the bytes of the files of a snapshot after it was spilled. */
    void finishSpill(TieredEntry entry, File blocks, File views, long bytes, Runnable onDamaged) throws IOException {
        long newDiskBytes = entry.moveToFiles(blocks, views, bytes, onDamaged);
        expiringIndex.addBytesTo(entry, newDiskBytes - entry.bytes());
        setBytes(entry, 0, newDiskBytes);
    }

    void add(TieredEntry entry) {
        expiringIndex.add(entry);
        if (entry.isInMemory()) {
            sizePredictor.record(entry.bytes());
        }
        setBytes(entry, entry.isInMemory() ? entry.bytes() : 0, entry.isInMemory() ? 0 : entry.bytes());
    }

    int addView(TieredEntry entry, Slice view, long viewBytes) throws IOException {
        int number = entry.addView(view);
        expiringIndex.addBytesTo(entry, viewBytes);
        setBytes(
                entry,
                entry.memoryBytes() + (entry.isInMemory() ? viewBytes : 0),
                entry.diskBytes() + (entry.isInMemory() ? 0 : viewBytes));
        return number;
    }

    private void setBytes(TieredEntry entry, long newMemoryBytes, long newDiskBytes) {
        reserve(newMemoryBytes - entry.memoryBytes(), newDiskBytes - entry.diskBytes());
        entry.setMemoryBytes(newMemoryBytes);
        entry.setDiskBytes(newDiskBytes);
    }

    /** Reserves space for a snapshot that is not stored yet; negative numbers release it. */
    void reserve(long newMemoryBytes, long newDiskBytes) {
        memoryBytes += newMemoryBytes;
        diskBytes += newDiskBytes;
    }

    void remove(TieredEntry entry) {
        if (expiringIndex.find(entry.id()) == entry) {
            expiringIndex.remove(entry);
            setBytes(entry, 0, 0);
        }
    }

    void clear() {
        expiringIndex.clear();
        memoryBytes = 0;
        diskBytes = 0;
    }
}
