package dev.plimsoll.store;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a store holds, in order of use and in order of expiry, with the sums of bytes. For those who write stores. Not
 * thread-safe.
 */
public final class Shelf<K extends Kept> {

    private final Map<SnapshotId, K> byId = new HashMap<>();
    private final TreeSet<K> byUse =
            new TreeSet<>(Comparator.<K>comparingLong(Kept::usedAt).thenComparingLong(Kept::turn));
    private final TreeSet<K> byExpiry = new TreeSet<>(Comparator.<K>comparingLong(Kept::expiry)
            .thenComparingLong(kept -> kept.id().high())
            .thenComparingLong(kept -> kept.id().low()));
    private final Map<String, Long> bytesByCaller = new HashMap<>();
    private long bytes;
    private long turns;

    public @Nullable K get(SnapshotId id) {
        return byId.get(id);
    }

    /** Longest unused first. */
    public Iterable<K> byUse() {
        return byUse;
    }

    public void add(K kept) {
        byId.put(kept.id(), kept);
        place(kept, kept.usedAt());
        charge(kept.caller(), kept.bytes());
    }

    public void remove(K kept) {
        byId.remove(kept.id());
        byUse.remove(kept);
        byExpiry.remove(kept);
        charge(kept.caller(), -kept.bytes());
    }

    public void use(K kept, long moment) {
        byUse.remove(kept); // before its times move: both sets are ordered by them
        byExpiry.remove(kept);
        place(kept, moment);
    }

    private void place(K kept, long usedAt) {
        kept.use(usedAt, ++turns);
        byUse.add(kept);
        byExpiry.add(kept);
    }

    /** Changes what it costs. */
    public void grow(K kept, long more) {
        kept.grow(more);
        charge(kept.caller(), more);
    }

    /** The one that expires first, if that is at or before {@code now}. */
    public @Nullable K expired(long now) {
        return byExpiry.isEmpty() || byExpiry.first().expiry() > now ? null : byExpiry.first();
    }

    void removeExpired(long now) {
        for (K over = expired(now); over != null; over = expired(now)) {
            remove(over);
        }
    }

    public void clear() {
        byId.clear();
        byUse.clear();
        byExpiry.clear();
        bytesByCaller.clear();
        bytes = 0;
    }

    public int size() {
        return byId.size();
    }

    public long bytes() {
        return bytes;
    }

    public long bytesOf(String caller) {
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
