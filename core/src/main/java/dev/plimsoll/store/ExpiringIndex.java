package dev.plimsoll.store;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a store, in order of use and in order of expiry, with the sums of their bytes for the store and
 * for each holder. For implementers of stores. Not thread-safe.
 */
public final class ExpiringIndex<K extends StoreEntry> {

    private final Map<SnapshotId, K> byId = new HashMap<>();
    private final TreeSet<K> byUse = new TreeSet<>(ExpiringIndex::compareUse);
    private final TreeSet<K> byExpiry = new TreeSet<>(ExpiringIndex::compareExpiry);
    private final Map<String, Long> bytesByHolder = new HashMap<>();
    private final Map<String, Integer> entriesByHolder = new HashMap<>();
    private long bytes;
    private long lastSequence;

    // static methods, because AOT caches cannot store combined comparators, which would cost 3 ms at each start
    private static int compareUse(StoreEntry one, StoreEntry other) {
        int byTime = Long.compare(one.usedAt(), other.usedAt());
        return byTime != 0 ? byTime : Long.compare(one.sequence(), other.sequence());
    }

    private static int compareExpiry(StoreEntry one, StoreEntry other) {
        int byTime = Long.compare(one.expiry(), other.expiry());
        int byHigh =
                byTime != 0 ? byTime : Long.compare(one.id().high(), other.id().high());
        return byHigh != 0 ? byHigh : Long.compare(one.id().low(), other.id().low());
    }

    /** Returns the entry of a snapshot; null if there is none. */
    public @Nullable K find(SnapshotId id) {
        return byId.get(id);
    }

    /** Returns the entries, least recently used first. */
    public Iterable<K> byUse() {
        return byUse;
    }

    public void add(K entry) {
        byId.put(entry.id(), entry);
        insert(entry, entry.usedAt());
        addBytes(entry.holder(), entry.bytes());
        entriesByHolder.merge(entry.holder(), 1, Integer::sum);
    }

    public void remove(K entry) {
        byId.remove(entry.id());
        byUse.remove(entry);
        byExpiry.remove(entry);
        addBytes(entry.holder(), -entry.bytes());
        entriesByHolder.computeIfPresent(entry.holder(), (holder, count) -> count == 1 ? null : count - 1);
    }

    /** Moves an entry to its new place in both orders after a use. */
    public void recordUse(K entry, long now) {
        byUse.remove(entry); // before the times change, because both sets are ordered by them
        byExpiry.remove(entry);
        insert(entry, now);
    }

    private void insert(K entry, long usedAt) {
        entry.recordUse(usedAt, ++lastSequence);
        byUse.add(entry);
        byExpiry.add(entry);
    }

    /** Adds bytes to an entry. */
    public void addBytesTo(K entry, long addedBytes) {
        entry.addBytes(addedBytes);
        addBytes(entry.holder(), addedBytes);
    }

    /** Returns the entry that expires first if it expires at or before {@code now}, otherwise null. */
    public @Nullable K findExpired(long now) {
        return byExpiry.isEmpty() || byExpiry.first().expiry() > now ? null : byExpiry.first();
    }

    void removeExpired(long now) {
        for (K entry = findExpired(now); entry != null; entry = findExpired(now)) {
            remove(entry);
        }
    }

    public void clear() {
        byId.clear();
        byUse.clear();
        byExpiry.clear();
        bytesByHolder.clear();
        entriesByHolder.clear();
        bytes = 0;
    }

    public int size() {
        return byId.size();
    }

    public long bytes() {
        return bytes;
    }

    public long bytesOf(String holder) {
        return bytesByHolder.getOrDefault(holder, 0L);
    }

    int entriesOf(String holder) {
        return entriesByHolder.getOrDefault(holder, 0);
    }

    /** Returns the sum of the weights of this holder and of all holders that have entries. */
    long sumWeights(String holder, ToIntFunction<String> weights) {
        long sum = entriesByHolder.containsKey(holder) ? 0 : weights.applyAsInt(holder);
        for (String each : entriesByHolder.keySet()) {
            sum += weights.applyAsInt(each);
        }
        return sum;
    }

    private void addBytes(String holder, long addedBytes) {
        bytes += addedBytes;
        long sum = bytesOf(holder) + addedBytes;
        if (sum == 0) {
            bytesByHolder.remove(holder);
        } else {
            bytesByHolder.put(holder, sum);
        }
    }
}
