package dev.plimsoll.rate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Rate store in memory, with one lock around the buckets of all callers. */
final class InMemoryRateStore implements RateStore {

    /** Most callers to remember. The caller with the longest inactivity is forgotten first. */
    static final int MOST = 10_000;

    private final LongSupplier nanos;
    private final Map<String, TokenBuckets> known = new LinkedHashMap<>(16, 0.75f, true);

    InMemoryRateStore(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public synchronized long take(String caller, String name, int perMinute) {
        TokenBuckets buckets = known.get(caller);
        if (buckets == null) {
            buckets = new TokenBuckets();
            known.put(caller, buckets);
            if (known.size() > MOST) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return buckets.take(name, perMinute, nanos.getAsLong());
    }

    synchronized int known() {
        return known.size();
    }
}
