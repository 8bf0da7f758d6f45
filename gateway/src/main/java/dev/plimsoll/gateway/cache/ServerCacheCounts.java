package dev.plimsoll.gateway.cache;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counters for the calls of one server. */
final class ServerCacheCounts {

    private final LongAdder hits = new LongAdder();
    private final LongAdder joined = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder savedMillis = new LongAdder();
    private final Map<DropReason, LongAdder> dropped = new EnumMap<>(DropReason.class);

    ServerCacheCounts() {
        for (DropReason dropReason : DropReason.values()) {
            dropped.put(dropReason, new LongAdder());
        }
    }

    void recordServed(boolean isJoined, long millis) {
        (isJoined ? joined : hits).increment();
        savedMillis.add(millis);
    }

    void recordMiss() {
        misses.increment();
    }

    void recordDropped(DropReason dropReason, int entries) {
        LongAdder count = dropped.get(dropReason);
        if (count != null) {
            count.add(entries);
        }
    }

    CacheCounts counts() {
        Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
        dropped.forEach((dropReason, count) -> drops.put(dropReason, count.sum()));
        return new CacheCounts(hits.sum(), joined.sum(), misses.sum(), savedMillis.sum(), drops);
    }
}
