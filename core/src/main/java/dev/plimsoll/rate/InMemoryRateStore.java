package dev.plimsoll.rate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** One lock around everybody's buckets. */
final class InMemoryRateStore implements RateStore {

    /** Those who have done nothing for longest are forgotten first. */
    static final int MOST = 10_000;

    private final LongSupplier nanos;
    private final Map<String, TokenBuckets> known = new LinkedHashMap<>(16, 0.75f, true);

    InMemoryRateStore(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public synchronized long take(String who, String what, int perMinute) {
        TokenBuckets own = known.get(who);
        if (own == null) {
            own = new TokenBuckets();
            known.put(who, own);
            if (known.size() > MOST) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return own.take(what, perMinute, nanos.getAsLong());
    }

    synchronized int known() {
        return known.size();
    }
}
