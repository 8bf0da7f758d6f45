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
        double part = Math.min(1, storeLimits.maxBytesPerCaller() / (double) storeLimits.maxBytes());
        return part == 1
                ? plus(storeLimits.maxBytes(), maxSpilled)
                : plus(storeLimits.maxBytesPerCaller(), (long) (part * maxSpilled));
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
        Set<TieredEntry> giveUp = storeDemand.victims(expiringIndex, both, idleSince);
        if (inMemory >= 0 && inMemory <= maxMemory) {
            List<TieredEntry> spill = toSpill(inMemory, giveUp, storeDemand.spared());
            if (spill != null) {
                return clearDisk(storeDemand, 0, new Plan(giveUp, spill, true), idleSince);
            }
        }
        return clearDisk(storeDemand, onDisk, new Plan(giveUp, List.of(), false), idleSince);
    }

    /** Returns the least recently used snapshots in memory that must be spilled, or null if that does not free enough. */
    private @Nullable List<TieredEntry> toSpill(long needs, Set<TieredEntry> giveUp, @Nullable StoreEntry spared) {
        long lacks = needs - (maxMemory - memory);
        for (TieredEntry kept : giveUp) {
            lacks -= kept.memory();
        }
        List<TieredEntry> spill = new ArrayList<>();
        for (TieredEntry kept : expiringIndex.byUse()) {
            if (lacks <= 0) {
                break;
            }
            if (kept.stays() && !giveUp.contains(kept) && !kept.equals(spared)) {
                spill.add(kept);
                lacks -= kept.memory();
            }
        }
        return lacks <= 0 ? spill : null;
    }

    /**
     * Returns the snapshots to spill so that the predicted next result fits in memory beside this one. Nothing is evicted from
     * disk for them.
     */
    List<TieredEntry> ahead(TieredEntry beside) {
        List<TieredEntry> spill =
                sizePredictor.wanted() > beside.bytes() ? ahead(sizePredictor.wanted(), beside) : null;
        spill = spill == null ? ahead(beside.bytes(), beside) : spill;
        return spill == null ? List.of() : spill;
    }

    private @Nullable List<TieredEntry> ahead(long inMemory, TieredEntry beside) {
        List<TieredEntry> spill = inMemory > maxMemory ? null : toSpill(inMemory, Set.of(), beside);
        if (spill == null) {
            return null;
        }
        long onDisk = spill.stream().mapToLong(TieredEntry::fileBound).sum();
        return onDisk <= maxSpilled - spilled ? spill : null;
    }

    /** Plans how a view of a snapshot can fit: in the tier of the snapshot, or on disk together with the snapshot. */
    Plan planView(TieredEntry kept, StoreDemand storeDemand, long idleSince) {
        if (!kept.hot()) {
            return plan(storeDemand, -1, storeDemand.bytes(), idleSince);
        }
        Set<TieredEntry> giveUp = storeDemand.victims(expiringIndex, both, idleSince);
        List<TieredEntry> spill = toSpill(storeDemand.bytes(), giveUp, kept);
        if (spill == null) {
            spill = kept.stays() ? List.of(kept) : List.of();
        }
        return clearDisk(storeDemand, 0, new Plan(giveUp, spill, true), idleSince);
    }

    /** Adds evictions of long-idle snapshots to a plan until the disk has enough space. */
    private Plan clearDisk(StoreDemand storeDemand, long needs, Plan plan, long idleSince) {
        Set<TieredEntry> giveUp = new LinkedHashSet<>(plan.giveUp);
        Set<TieredEntry> spill = new LinkedHashSet<>(plan.spill);
        long lacks = needs - (maxSpilled - spilled);
        for (TieredEntry kept : spill) {
            lacks += kept.fileBound();
        }
        for (TieredEntry kept : giveUp) {
            lacks -= kept.spilled();
        }
        for (TieredEntry kept : expiringIndex.byUse()) {
            if (lacks <= 0 || kept.usedAt() > idleSince || (needs == 0 && spill.isEmpty())) {
                break;
            }
            boolean free = !kept.equals(storeDemand.spared()) && !giveUp.contains(kept);
            if (free && spill.remove(kept)) {
                lacks -= kept.fileBound();
                giveUp.add(kept);
            } else if (free && !kept.stays()) {
                lacks -= kept.spilled();
                giveUp.add(kept);
            }
        }
        if (lacks > 0 && (needs > 0 || !spill.isEmpty())) {
            throw refusal(Reason.FULL, storeDemand);
        }
        return new Plan(giveUp, List.copyOf(spill), plan.inMemory);
    }

    private StoreException refusal(Reason reason, StoreDemand storeDemand) {
        return new StoreException(
                reason,
                storeDemand.bytes() + " bytes do not fit: memory may hold " + maxMemory + " and the disk "
                        + maxSpilled);
    }

    /** Charges a snapshot that is being spilled to the disk, and no longer to memory. */
    void leave(TieredEntry kept) {
        kept.leaving(true);
        charge(kept, 0, kept.fileBound());
    }

    /** Charges a snapshot to memory again after spilling failed. */
    void stay(TieredEntry kept) {
        kept.leaving(false);
        if (expiringIndex.get(kept.id()) == kept) {
            charge(kept, kept.bytes(), 0);
        }
    }

    /** Charges a snapshot for its files after it was spilled. */
    void cool(TieredEntry kept, File blocks, File views, long bytes, Runnable damaged) throws IOException {
        long onDisk = kept.cool(blocks, views, bytes, damaged);
        expiringIndex.grow(kept, onDisk - kept.bytes());
        charge(kept, 0, onDisk);
    }

    void enter(TieredEntry kept) {
        expiringIndex.add(kept);
        if (kept.hot()) {
            sizePredictor.saw(kept.bytes());
        }
        charge(kept, kept.hot() ? kept.bytes() : 0, kept.hot() ? 0 : kept.bytes());
    }

    int addView(TieredEntry kept, Slice view, long cost) throws IOException {
        int number = kept.add(view);
        expiringIndex.grow(kept, cost);
        charge(kept, kept.memory() + (kept.hot() ? cost : 0), kept.spilled() + (kept.hot() ? 0 : cost));
        return number;
    }

    private void charge(TieredEntry kept, long inMemory, long onDisk) {
        promise(inMemory - kept.memory(), onDisk - kept.spilled());
        kept.memory(inMemory);
        kept.spilled(onDisk);
    }

    /** Reserves space for a snapshot that is not stored yet; negative numbers release it. */
    void promise(long inMemory, long onDisk) {
        memory += inMemory;
        spilled += onDisk;
    }

    void remove(TieredEntry kept) {
        if (expiringIndex.get(kept.id()) == kept) {
            expiringIndex.remove(kept);
            charge(kept, 0, 0);
        }
    }

    void clear() {
        expiringIndex.clear();
        memory = 0;
        spilled = 0;
    }
}
