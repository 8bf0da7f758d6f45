package dev.plimsoll.store;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an in-memory store holds, in order of use and in order of expiry, with the sums of bytes. Not thread-safe. */
final class Shelf {

    private final Map<SnapshotId, Kept> byUse = new LinkedHashMap<>();
    private final TreeSet<Kept> byExpiry = new TreeSet<>(Comparator.comparingLong(Kept::expiry)
            .thenComparingLong(kept -> kept.id().high())
            .thenComparingLong(kept -> kept.id().low()));
    private final Map<String, Long> bytesByCaller = new HashMap<>();
    private long bytes;

    @Nullable Kept get(SnapshotId id) {
        return byUse.get(id);
    }

    /** Longest unused first. */
    Iterable<Kept> byUse() {
        return byUse.values();
    }

    void add(Kept kept) {
        byUse.put(kept.id(), kept);
        byExpiry.add(kept);
        charge(kept.caller(), kept.bytes());
    }

    void remove(Kept kept) {
        byUse.remove(kept.id());
        byExpiry.remove(kept);
        charge(kept.caller(), -kept.bytes());
    }

    void use(Kept kept, long now) {
        byUse.remove(kept.id());
        byExpiry.remove(kept); // before its expiry moves: the set is ordered by it
        kept.use(now);
        byUse.put(kept.id(), kept);
        byExpiry.add(kept);
    }

    void grow(Kept kept, long more) {
        kept.grow(more);
        charge(kept.caller(), more);
    }

    void removeExpired(long now) {
        while (!byExpiry.isEmpty() && byExpiry.first().expiry() <= now) {
            remove(byExpiry.first());
        }
    }

    void clear() {
        byUse.clear();
        byExpiry.clear();
        bytesByCaller.clear();
        bytes = 0;
    }

    int size() {
        return byUse.size();
    }

    long bytes() {
        return bytes;
    }

    long bytesOf(String caller) {
        return bytesByCaller.getOrDefault(caller, 0L);
    }

    private void charge(String caller, long more) {
        bytes += more;
        long sum = bytesOf(caller) + more;
        if (sum == 0) {
            bytesByCaller.remove(caller);
        } else {
            bytesByCaller.put(caller, sum);
        }
    }
}
