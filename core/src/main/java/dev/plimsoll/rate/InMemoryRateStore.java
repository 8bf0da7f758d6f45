package dev.plimsoll.rate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Rate store in memory, with one lock around the buckets of all callers. */
final class InMemoryRateStore implements RateStore {

    /** Maximum number of stored callers. The caller with the longest inactivity is removed first. */
    static final int MAX_CALLERS = 10_000;

    private final LongSupplier nanos;
    private final Map<String, TokenBuckets> bucketsByCaller = new LinkedHashMap<>(16, 0.75f, true);

    InMemoryRateStore(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public synchronized long take(String caller, String name, int perMinute) {
        TokenBuckets buckets = bucketsByCaller.get(caller);
        if (buckets == null) {
            buckets = new TokenBuckets();
            bucketsByCaller.put(caller, buckets);
            if (bucketsByCaller.size() > MAX_CALLERS) {
                bucketsByCaller.remove(bucketsByCaller.keySet().iterator().next());
            }
        }
        return buckets.take(name, perMinute, nanos.getAsLong());
    }

    synchronized int callerCount() {
        return bucketsByCaller.size();
    }
}
