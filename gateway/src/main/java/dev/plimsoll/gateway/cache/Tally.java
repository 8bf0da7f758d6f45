package dev.plimsoll.gateway.cache;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was counted of one server's calls. */
final class Tally {

    private final LongAdder hits = new LongAdder();
    private final LongAdder joined = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder savedMillis = new LongAdder();
    private final Map<Why, LongAdder> dropped = new EnumMap<>(Why.class);

    Tally() {
        for (Why why : Why.values()) {
            dropped.put(why, new LongAdder());
        }
    }

    void served(boolean waited, long millis) {
        (waited ? joined : hits).increment();
        savedMillis.add(millis);
    }

    void missed() {
        misses.increment();
    }

    void dropped(Why why, int entries) {
        LongAdder count = dropped.get(why);
        if (count != null) {
            count.add(entries);
        }
    }

    Counts counts() {
        Map<Why, Long> drops = new EnumMap<>(Why.class);
        dropped.forEach((why, count) -> drops.put(why, count.sum()));
        return new Counts(hits.sum(), joined.sum(), misses.sum(), savedMillis.sum(), drops);
    }
}
