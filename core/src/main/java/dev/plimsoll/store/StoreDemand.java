package dev.plimsoll.store;

import dev.plimsoll.store.StoreException.Reason;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Space that a new entry needs. Entries are evicted only if this frees enough, so a refusal costs no caller a snapshot. For
 * implementers of stores.
 *
 * @param protectedEntry entry that the space is for and that must not be evicted, or null
 */
public record StoreDemand(
        String caller, long bytes, int snapshots, @Nullable StoreEntry protectedEntry) {

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
     * Returns the entries to evict, all last used at or before {@code idleSince}: the caller's own for the caller's limit, then
     * those of any caller.
     */
    public <K extends StoreEntry> Set<K> selectVictims(
            ExpiringIndex<K> expiringIndex, StoreLimits storeLimits, long idleSince) {
        Set<K> victims = new LinkedHashSet<>();
        addFromCaller(victims, expiringIndex, storeLimits, idleSince);
        addFromAnyCaller(victims, expiringIndex, storeLimits, idleSince);
        return victims;
    }

    private <K extends StoreEntry> void addFromCaller(
            Set<K> victims, ExpiringIndex<K> expiringIndex, StoreLimits storeLimits, long idleSince) {
        long missingBytes = bytes - (storeLimits.maxBytesPerCaller() - expiringIndex.bytesOf(caller));
        for (K entry : expiringIndex.byUse()) {
            if (missingBytes <= 0 || entry.usedAt() > idleSince) {
                break;
            }
            if (!entry.equals(protectedEntry) && entry.caller().equals(caller)) {
                victims.add(entry);
                missingBytes -= entry.bytes();
            }
        }
        if (missingBytes > 0) {
            throw refusal(Reason.CALLER_FULL, "maxBytesPerCaller", storeLimits.maxBytesPerCaller());
        }
    }

    private <K extends StoreEntry> void addFromAnyCaller(
            Set<K> victims, ExpiringIndex<K> expiringIndex, StoreLimits storeLimits, long idleSince) {
        long freed = victims.stream().mapToLong(StoreEntry::bytes).sum();
        long missingBytes = bytes - (storeLimits.maxBytes() - expiringIndex.bytes()) - freed;
        int excessSnapshots = snapshots - (storeLimits.maxSnapshots() - expiringIndex.size()) - victims.size();
        for (K entry : expiringIndex.byUse()) {
            if ((missingBytes <= 0 && excessSnapshots <= 0) || entry.usedAt() > idleSince) {
                break;
            }
            if (!entry.equals(protectedEntry) && victims.add(entry)) {
                missingBytes -= entry.bytes();
                excessSnapshots--;
            }
        }
        if (missingBytes > 0) {
            throw refusal(Reason.FULL, "maxBytes", storeLimits.maxBytes());
        }
        if (excessSnapshots > 0) {
            throw refusal(Reason.FULL, "maxSnapshots", storeLimits.maxSnapshots());
        }
    }

    private StoreException refusal(Reason reason, String limit, long value) {
        return new StoreException(reason, bytes + " bytes do not fit: " + limit + " is " + value);
    }
}
