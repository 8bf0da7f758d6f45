package dev.plimsoll.store;

import dev.plimsoll.store.StoreException.Reason;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Space that a new entry needs. Entries are evicted only if that frees enough space, so that no snapshot is
 * lost when the new entry is refused. For implementers of stores.
 *
 * @param holder the party whose share of the store the entry uses: {@link SnapshotOrigin#holder()}
 * @param snapshots number of new snapshots: 1, or 0 if an entry grows
 * @param protectedEntry the entry that grows, which must not be evicted; null for a new entry
 */
public record StoreDemand(
        String holder, long bytes, int snapshots, @Nullable StoreEntry protectedEntry) {

    /** Throws {@code TOO_LARGE} if the entry would not fit even into an empty store. */
    public void requireFitsEmptyStore(StoreLimits storeLimits) {
        requireAtMost(storeLimits.maxBytes(), "maxBytes");
        requireAtMost(storeLimits.maxBytesPerCaller(), "maxBytesPerCaller");
    }

    private void requireAtMost(long limit, String name) {
        if (bytes > limit) {
            throw refusal(Reason.TOO_LARGE, name, limit);
        }
    }

    /**
     * Returns the entries to evict. None was used after {@code idleSince}. If the limit of the holder is
     * exceeded, they are entries of the holder; if the limit of the store is exceeded, also those of other
     * holders. In a store with a reserve, a holder above its share cannot use the reserve, and only its own
     * entries are evicted.
     */
    public <K extends StoreEntry> Set<K> selectVictims(
            ExpiringIndex<K> expiringIndex, StoreLimits storeLimits, long idleSince) {
        Set<K> victims = new LinkedHashSet<>();
        addVictimsOfHolder(victims, expiringIndex, storeLimits, idleSince);
        if (isWithinShare(expiringIndex, storeLimits)) {
            addVictimsOfAnyHolder(victims, expiringIndex, storeLimits, idleSince, 0);
        } else {
            addVictimsOfAnyHolder(victims, expiringIndex, storeLimits, idleSince, StoreLimits.RESERVE_DIVISOR);
        }
        return victims;
    }

    /**
     * Returns whether the holder stays within its share of the store. The share is computed as if there were at least
     * one other holder.
     */
    private <K extends StoreEntry> boolean isWithinShare(ExpiringIndex<K> expiringIndex, StoreLimits storeLimits) {
        ToIntFunction<String> weights = storeLimits.weights();
        if (weights == null) {
            return true;
        }
        int weight = weights.applyAsInt(holder);
        double share = (double) weight / Math.max(weight + 1L, expiringIndex.sumWeights(holder, weights));
        return expiringIndex.bytesOf(holder) + bytes <= (long) (storeLimits.maxBytes() * share)
                && expiringIndex.entriesOf(holder) + snapshots <= (int) (storeLimits.maxSnapshots() * share);
    }

    private <K extends StoreEntry> void addVictimsOfHolder(
            Set<K> victims, ExpiringIndex<K> expiringIndex, StoreLimits storeLimits, long idleSince) {
        long missingBytes = bytes - (storeLimits.maxBytesPerCaller() - expiringIndex.bytesOf(holder));
        for (K entry : expiringIndex.byUse()) {
            if (missingBytes <= 0 || entry.usedAt() > idleSince) {
                break;
            }
            if (!entry.equals(protectedEntry) && entry.holder().equals(holder)) {
                victims.add(entry);
                missingBytes -= entry.bytes();
            }
        }
        if (missingBytes > 0) {
            throw refusal(Reason.CALLER_FULL, "maxBytesPerCaller", storeLimits.maxBytesPerCaller());
        }
    }

    /**
     * Adds entries of any holder until the new entry fits.
     *
     * @param reserveDivisor 1/{@code reserveDivisor} of the store stays free, and only entries of the holder
     * are evicted; 0 for no reserve
     */
    private <K extends StoreEntry> void addVictimsOfAnyHolder(
            Set<K> victims,
            ExpiringIndex<K> expiringIndex,
            StoreLimits storeLimits,
            long idleSince,
            int reserveDivisor) {
        long maxBytes = storeLimits.maxBytes() - (reserveDivisor == 0 ? 0 : storeLimits.maxBytes() / reserveDivisor);
        int maxSnapshots =
                storeLimits.maxSnapshots() - (reserveDivisor == 0 ? 0 : storeLimits.maxSnapshots() / reserveDivisor);
        long freedBytes = victims.stream().mapToLong(StoreEntry::bytes).sum();
        long missingBytes = bytes - (maxBytes - expiringIndex.bytes()) - freedBytes;
        int excessSnapshots = snapshots - (maxSnapshots - expiringIndex.size()) - victims.size();
        for (K entry : expiringIndex.byUse()) {
            if ((missingBytes <= 0 && excessSnapshots <= 0) || entry.usedAt() > idleSince) {
                break;
            }
            boolean isEvictable = reserveDivisor == 0 || entry.holder().equals(holder);
            if (isEvictable && !entry.equals(protectedEntry) && victims.add(entry)) {
                missingBytes -= entry.bytes();
                excessSnapshots--;
            }
        }
        String reserveNote = reserveDivisor == 0 ? "" : " without the tenth for callers below their share";
        Reason reason = reserveDivisor == 0 ? Reason.FULL : Reason.CALLER_FULL;
        if (missingBytes > 0) {
            throw refusal(reason, "maxBytes" + reserveNote, maxBytes);
        }
        if (excessSnapshots > 0) {
            throw refusal(reason, "maxSnapshots" + reserveNote, maxSnapshots);
        }
    }

    private StoreException refusal(Reason reason, String limit, long value) {
        return new StoreException(reason, bytes + " bytes do not fit: " + limit + " is " + value);
    }
}
