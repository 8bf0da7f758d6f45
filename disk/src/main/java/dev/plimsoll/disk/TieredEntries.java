package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreDemand;
import dev.plimsoll.store.StoreEntry;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.store.ExpiringIndex;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who is in memory, who is on disk, and what is promised to whom: room is counted as taken from the moment somebody may go
 * and make it, so that two never make the same. Not thread-safe.
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
        this.both = new StoreLimits(plus(maxMemory, maxSpilled), share(storeLimits, maxSpilled), storeLimits.maxSnapshots());
    }

    /** A caller has the same part of the disk as of memory. */
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
     * What has to happen for something to fit.
     *
     * @param giveUp unused for long
     * @param spill what goes from memory to disk, longest unused first
     * @param inMemory whether it is memory where it will fit
     */
    record Plan(Set<TieredEntry> giveUp, List<TieredEntry> spill, boolean inMemory) {}

    ExpiringIndex<TieredEntry> shelf() {
        return expiringIndex;
    }

    StoreLimits limits() {
        return both;
    }

    /**
     * How something may fit; nothing is changed yet.
     *
     * @param inMemory what it needs there, or a negative number where it must not go there
     * @param onDisk the most it needs there
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

    /** The coolest in memory, as many as must go; null if not enough of them can. */
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

    /** What would have to go for what may come next to fit in memory beside this one, as far as the disk has room for it as it is. */
    List<TieredEntry> ahead(TieredEntry beside) {
        List<TieredEntry> spill = sizePredictor.wanted() > beside.bytes() ? ahead(sizePredictor.wanted(), beside) : null;
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

    /** How a view of a snapshot may fit: where the snapshot is, or, if it must, with the snapshot on disk. */
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

    /** Gives up what is unused for long until the disk has room for what is to go there. */
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
                storeDemand.bytes() + " bytes to keep do not fit: memory may hold " + maxMemory + " and the disk "
                        + maxSpilled);
    }

    /** What is on its way needs its room on disk now, and none in memory. */
    void leave(TieredEntry kept) {
        kept.leaving(true);
        charge(kept, 0, kept.fileBound());
    }

    /** It could not go. */
    void stay(TieredEntry kept) {
        kept.leaving(false);
        if (expiringIndex.get(kept.id()) == kept) {
            charge(kept, kept.bytes(), 0);
        }
    }

    /** It is on disk now. */
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

    /** Room for something that is not kept yet; negative to give it back. */
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
