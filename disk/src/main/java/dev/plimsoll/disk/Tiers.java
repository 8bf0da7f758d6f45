package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Demand;
import dev.plimsoll.store.Kept;
import dev.plimsoll.store.Limits;
import dev.plimsoll.store.Shelf;
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
final class Tiers {

    private final Shelf<Tiered> shelf = new Shelf<>();
    private final Limits both;
    private final long maxMemory;
    private final long maxSpilled;
    private final Lately lately;
    private long memory;
    private long spilled;

    Tiers(Limits limits, long maxSpilled) {
        this.maxMemory = limits.maxBytes();
        this.maxSpilled = maxSpilled;
        this.lately = new Lately(maxMemory);
        this.both = new Limits(plus(maxMemory, maxSpilled), share(limits, maxSpilled), limits.maxSnapshots());
    }

    /** A caller has the same part of the disk as of memory. */
    private static long share(Limits limits, long maxSpilled) {
        double part = Math.min(1, limits.maxBytesPerCaller() / (double) limits.maxBytes());
        return part == 1
                ? plus(limits.maxBytes(), maxSpilled)
                : plus(limits.maxBytesPerCaller(), (long) (part * maxSpilled));
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
    record Plan(Set<Tiered> giveUp, List<Tiered> spill, boolean inMemory) {}

    Shelf<Tiered> shelf() {
        return shelf;
    }

    Limits limits() {
        return both;
    }

    /**
     * How something may fit; nothing is changed yet.
     *
     * @param inMemory what it needs there, or a negative number where it must not go there
     * @param onDisk the most it needs there
     */
    Plan plan(Demand demand, long inMemory, long onDisk, long idleSince) {
        if ((inMemory < 0 || inMemory > maxMemory) && onDisk > maxSpilled) {
            throw refusal(Reason.TOO_LARGE, demand);
        }
        Set<Tiered> giveUp = demand.victims(shelf, both, idleSince);
        if (inMemory >= 0 && inMemory <= maxMemory) {
            List<Tiered> spill = toSpill(inMemory, giveUp, demand.spared());
            if (spill != null) {
                return clearDisk(demand, 0, new Plan(giveUp, spill, true), idleSince);
            }
        }
        return clearDisk(demand, onDisk, new Plan(giveUp, List.of(), false), idleSince);
    }

    /** The coolest in memory, as many as must go; null if not enough of them can. */
    private @Nullable List<Tiered> toSpill(long needs, Set<Tiered> giveUp, @Nullable Kept spared) {
        long lacks = needs - (maxMemory - memory);
        for (Tiered kept : giveUp) {
            lacks -= kept.memory();
        }
        List<Tiered> spill = new ArrayList<>();
        for (Tiered kept : shelf.byUse()) {
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
    List<Tiered> ahead(Tiered beside) {
        List<Tiered> spill = lately.wanted() > beside.bytes() ? ahead(lately.wanted(), beside) : null;
        spill = spill == null ? ahead(beside.bytes(), beside) : spill;
        return spill == null ? List.of() : spill;
    }

    private @Nullable List<Tiered> ahead(long inMemory, Tiered beside) {
        List<Tiered> spill = inMemory > maxMemory ? null : toSpill(inMemory, Set.of(), beside);
        if (spill == null) {
            return null;
        }
        long onDisk = spill.stream().mapToLong(Tiered::fileBound).sum();
        return onDisk <= maxSpilled - spilled ? spill : null;
    }

    /** How a view of a snapshot may fit: where the snapshot is, or, if it must, with the snapshot on disk. */
    Plan planView(Tiered kept, Demand demand, long idleSince) {
        if (!kept.hot()) {
            return plan(demand, -1, demand.bytes(), idleSince);
        }
        Set<Tiered> giveUp = demand.victims(shelf, both, idleSince);
        List<Tiered> spill = toSpill(demand.bytes(), giveUp, kept);
        if (spill == null) {
            spill = kept.stays() ? List.of(kept) : List.of();
        }
        return clearDisk(demand, 0, new Plan(giveUp, spill, true), idleSince);
    }

    /** Gives up what is unused for long until the disk has room for what is to go there. */
    private Plan clearDisk(Demand demand, long needs, Plan plan, long idleSince) {
        Set<Tiered> giveUp = new LinkedHashSet<>(plan.giveUp);
        Set<Tiered> spill = new LinkedHashSet<>(plan.spill);
        long lacks = needs - (maxSpilled - spilled);
        for (Tiered kept : spill) {
            lacks += kept.fileBound();
        }
        for (Tiered kept : giveUp) {
            lacks -= kept.spilled();
        }
        for (Tiered kept : shelf.byUse()) {
            if (lacks <= 0 || kept.usedAt() > idleSince || (needs == 0 && spill.isEmpty())) {
                break;
            }
            boolean free = !kept.equals(demand.spared()) && !giveUp.contains(kept);
            if (free && spill.remove(kept)) {
                lacks -= kept.fileBound();
                giveUp.add(kept);
            } else if (free && !kept.stays()) {
                lacks -= kept.spilled();
                giveUp.add(kept);
            }
        }
        if (lacks > 0 && (needs > 0 || !spill.isEmpty())) {
            throw refusal(Reason.FULL, demand);
        }
        return new Plan(giveUp, List.copyOf(spill), plan.inMemory);
    }

    private StoreException refusal(Reason reason, Demand demand) {
        return new StoreException(
                reason,
                demand.bytes() + " bytes to keep do not fit: memory may hold " + maxMemory + " and the disk "
                        + maxSpilled);
    }

    /** What is on its way needs its room on disk now, and none in memory. */
    void leave(Tiered kept) {
        kept.leaving(true);
        charge(kept, 0, kept.fileBound());
    }

    /** It could not go. */
    void stay(Tiered kept) {
        kept.leaving(false);
        if (shelf.get(kept.id()) == kept) {
            charge(kept, kept.bytes(), 0);
        }
    }

    /** It is on disk now. */
    void cool(Tiered kept, File blocks, File views, long bytes, Runnable damaged) throws IOException {
        long onDisk = kept.cool(blocks, views, bytes, damaged);
        shelf.grow(kept, onDisk - kept.bytes());
        charge(kept, 0, onDisk);
    }

    void enter(Tiered kept) {
        shelf.add(kept);
        if (kept.hot()) {
            lately.saw(kept.bytes());
        }
        charge(kept, kept.hot() ? kept.bytes() : 0, kept.hot() ? 0 : kept.bytes());
    }

    int addView(Tiered kept, Slice view, long cost) throws IOException {
        int number = kept.add(view);
        shelf.grow(kept, cost);
        charge(kept, kept.memory() + (kept.hot() ? cost : 0), kept.spilled() + (kept.hot() ? 0 : cost));
        return number;
    }

    private void charge(Tiered kept, long inMemory, long onDisk) {
        promise(inMemory - kept.memory(), onDisk - kept.spilled());
        kept.memory(inMemory);
        kept.spilled(onDisk);
    }

    /** Room for something that is not kept yet; negative to give it back. */
    void promise(long inMemory, long onDisk) {
        memory += inMemory;
        spilled += onDisk;
    }

    void remove(Tiered kept) {
        if (shelf.get(kept.id()) == kept) {
            shelf.remove(kept);
            charge(kept, 0, 0);
        }
    }

    void clear() {
        shelf.clear();
        memory = 0;
        spilled = 0;
    }
}
