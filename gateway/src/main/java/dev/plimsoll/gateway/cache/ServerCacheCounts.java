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
    private final Map<BypassReason, LongAdder> dropped = new EnumMap<>(BypassReason.class);

    ServerCacheCounts() {
        for (BypassReason bypassReason : BypassReason.values()) {
            dropped.put(bypassReason, new LongAdder());
        }
    }

    void recordServed(boolean waited, long millis) {
        (waited ? joined : hits).increment();
        savedMillis.add(millis);
    }

    void recordMiss() {
        misses.increment();
    }

    void recordDropped(BypassReason bypassReason, int entries) {
        LongAdder count = dropped.get(bypassReason);
        if (count != null) {
            count.add(entries);
        }
    }

    CacheCounts counts() {
        Map<BypassReason, Long> drops = new EnumMap<>(BypassReason.class);
        dropped.forEach((bypassReason, count) -> drops.put(bypassReason, count.sum()));
        return new CacheCounts(hits.sum(), joined.sum(), misses.sum(), savedMillis.sum(), drops);
    }
}
