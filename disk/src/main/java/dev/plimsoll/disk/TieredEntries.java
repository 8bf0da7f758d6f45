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
 * Tracks which snapshots are in memory and on disk, and which space is reserved. Space counts as taken as soon as a thread may
 * free it, so that two threads never free the same space. Not thread-safe.
 */
final class TieredEntries {

    private final ExpiringIndex<TieredEntry> expiringIndex = new ExpiringIndex<>();
    private final StoreLimits both;
    private final long maxMemory;
    private final long maxSpilled;
    private final SizePredictor sizePredictor;
    private long memory;
    private long spilled;

    TieredEntries(StoreLimits storeLimits, long maxSpilled) {
        this.maxMemory = storeLimits.maxBytes();
        this.maxSpilled = maxSpilled;
        this.sizePredictor = new SizePredictor(maxMemory);
        this.both = new StoreLimits(
                plus(maxMemory, maxSpilled), share(storeLimits, maxSpilled), storeLimits.maxSnapshots());
    }

    /** Returns the limit of a caller: the same fraction of the disk as of memory. */
    private static long share(StoreLimits storeLimits, long maxSpilled) {
        double fraction = Math.min(1, storeLimits.maxBytesPerCaller() / (double) storeLimits.maxBytes());
        return fraction == 1
                ? plus(storeLimits.maxBytes(), maxSpilled)
                : plus(storeLimits.maxBytesPerCaller(), (long) (fraction * maxSpilled));
    }

    private static long plus(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }

    /**
     * The steps that let a snapshot or view fit.
     *
     * @param giveUp snapshots to evict
     * @param spill snapshots to move from memory to disk, least recently used first
     * @param inMemory whether it then fits in memory
     */
    record Plan(Set<TieredEntry> giveUp, List<TieredEntry> spill, boolean inMemory) {}

    ExpiringIndex<TieredEntry> shelf() {
        return expiringIndex;
    }

    StoreLimits limits() {
        return both;
    }

    /**
     * Plans how a snapshot can fit, without changing anything.
     *
     * @param inMemory the bytes that it needs in memory; negative if it must not go there
     * @param onDisk the most bytes that it needs on disk
     */
    Plan plan(StoreDemand storeDemand, long inMemory, long onDisk, long idleSince) {
        if ((inMemory < 0 || inMemory > maxMemory) && onDisk > maxSpilled) {
            throw refusal(Reason.TOO_LARGE, storeDemand);
        }
        Set<TieredEntry> evicted = storeDemand.victims(expiringIndex, both, idleSince);
        if (inMemory >= 0 && inMemory <= maxMemory) {
            List<TieredEntry> spill = toSpill(inMemory, evicted, storeDemand.spared());
            if (spill != null) {
                return clearDisk(storeDemand, 0, new Plan(evicted, spill, true), idleSince);
            }
        }
        return clearDisk(storeDemand, onDisk, new Plan(evicted, List.of(), false), idleSince);
    }

    /** Returns the least recently used snapshots in memory that must be spilled, or null if that does not free enough. */
    private @Nullable List<TieredEntry> toSpill(long neededBytes, Set<TieredEntry> evicted, @Nullable StoreEntry spared) {
        long missingBytes = neededBytes - (maxMemory - memory);
        for (TieredEntry entry : evicted) {
            missingBytes -= entry.memory();
        }
        List<TieredEntry> spill = new ArrayList<>();
        for (TieredEntry entry : expiringIndex.byUse()) {
            if (missingBytes <= 0) {
                break;
            }
            if (entry.stays() && !evicted.contains(entry) && !entry.equals(spared)) {
                spill.add(entry);
                missingBytes -= entry.memory();
            }
        }
        return missingBytes <= 0 ? spill : null;
    }

    /**
     * Returns the snapshots to spill so that the predicted next result fits in memory in addition to this one. Nothing is evicted from
     * disk for them.
     */
    List<TieredEntry> ahead(TieredEntry newest) {
        List<TieredEntry> spill =
                sizePredictor.wanted() > newest.bytes() ? ahead(sizePredictor.wanted(), newest) : null;
        spill = spill == null ? ahead(newest.bytes(), newest) : spill;
        return spill == null ? List.of() : spill;
    }

    private @Nullable List<TieredEntry> ahead(long inMemory, TieredEntry newest) {
        List<TieredEntry> spill = inMemory > maxMemory ? null : toSpill(inMemory, Set.of(), newest);
        if (spill == null) {
            return null;
        }
        long onDisk = spill.stream().mapToLong(TieredEntry::fileBound).sum();
        return onDisk <= maxSpilled - spilled ? spill : null;
    }

    /** Plans how a view of a snapshot can fit: in the tier of the snapshot, or on disk together with the snapshot. */
    Plan planView(TieredEntry entry, StoreDemand storeDemand, long idleSince) {
        if (!entry.hot()) {
            return plan(storeDemand, -1, storeDemand.bytes(), idleSince);
        }
        Set<TieredEntry> evicted = storeDemand.victims(expiringIndex, both, idleSince);
        List<TieredEntry> spill = toSpill(storeDemand.bytes(), evicted, entry);
        if (spill == null) {
            spill = entry.stays() ? List.of(entry) : List.of();
        }
        return clearDisk(storeDemand, 0, new Plan(evicted, spill, true), idleSince);
    }

    /** Adds evictions of long-idle snapshots to a plan until the disk has enough space. */
    private Plan clearDisk(StoreDemand storeDemand, long neededBytes, Plan plan, long idleSince) {
        Set<TieredEntry> evicted = new LinkedHashSet<>(plan.giveUp);
        Set<TieredEntry> spill = new LinkedHashSet<>(plan.spill);
        long missingBytes = neededBytes - (maxSpilled - spilled);
        for (TieredEntry entry : spill) {
            missingBytes += entry.fileBound();
        }
        for (TieredEntry entry : evicted) {
            missingBytes -= entry.spilled();
        }
        for (TieredEntry entry : expiringIndex.byUse()) {
            if (missingBytes <= 0 || entry.usedAt() > idleSince || (neededBytes == 0 && spill.isEmpty())) {
                break;
            }
            boolean isEvictable = !entry.equals(storeDemand.spared()) && !evicted.contains(entry);
            if (isEvictable && spill.remove(entry)) {
                missingBytes -= entry.fileBound();
                evicted.add(entry);
            } else if (isEvictable && !entry.stays()) {
                missingBytes -= entry.spilled();
                evicted.add(entry);
            }
        }
        if (missingBytes > 0 && (neededBytes > 0 || !spill.isEmpty())) {
            throw refusal(Reason.FULL, storeDemand);
        }
        return new Plan(evicted, List.copyOf(spill), plan.inMemory);
    }

    private StoreException refusal(Reason reason, StoreDemand storeDemand) {
        return new StoreException(
                reason,
                storeDemand.bytes() + " bytes do not fit: memory may hold " + maxMemory + " and the disk "
                        + maxSpilled);
    }

    /** Charges a snapshot that is being spilled to the disk, and no longer to memory. */
    void leave(TieredEntry entry) {
        entry.leaving(true);
        charge(entry, 0, entry.fileBound());
    }

    /** Charges a snapshot to memory again after spilling failed. */
    void stay(TieredEntry entry) {
        entry.leaving(false);
        if (expiringIndex.get(entry.id()) == entry) {
            charge(entry, entry.bytes(), 0);
        }
    }

    /** Charges a snapshot for its files after it was spilled. */
    void cool(TieredEntry entry, File blocks, File views, long bytes, Runnable damaged) throws IOException {
        long onDisk = entry.cool(blocks, views, bytes, damaged);
        expiringIndex.grow(entry, onDisk - entry.bytes());
        charge(entry, 0, onDisk);
    }

    void enter(TieredEntry entry) {
        expiringIndex.add(entry);
        if (entry.hot()) {
            sizePredictor.saw(entry.bytes());
        }
        charge(entry, entry.hot() ? entry.bytes() : 0, entry.hot() ? 0 : entry.bytes());
    }

    int addView(TieredEntry entry, Slice view, long cost) throws IOException {
        int number = entry.add(view);
        expiringIndex.grow(entry, cost);
        charge(entry, entry.memory() + (entry.hot() ? cost : 0), entry.spilled() + (entry.hot() ? 0 : cost));
        return number;
    }

    private void charge(TieredEntry entry, long inMemory, long onDisk) {
        promise(inMemory - entry.memory(), onDisk - entry.spilled());
        entry.memory(inMemory);
        entry.spilled(onDisk);
    }

    /** Reserves space for a snapshot that is not stored yet; negative numbers release it. */
    void promise(long inMemory, long onDisk) {
        memory += inMemory;
        spilled += onDisk;
    }

    void remove(TieredEntry entry) {
        if (expiringIndex.get(entry.id()) == entry) {
            expiringIndex.remove(entry);
            charge(entry, 0, 0);
        }
    }

    void clear() {
        expiringIndex.clear();
        memory = 0;
        spilled = 0;
    }
}
