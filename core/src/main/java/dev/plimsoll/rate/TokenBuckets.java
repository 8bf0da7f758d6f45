package dev.plimsoll.rate;

import java.util.LinkedHashMap;
import java.util.Map;

/** Buckets of one caller, by the name of the called object. Not thread-safe. */
final class TokenBuckets {

    /** Name of the bucket for all names above {@link RateStore#MAX_NAMES_PER_CALLER}. */
    private static final String SHARED = "";

    private final Map<String, TokenBucket> byName = new LinkedHashMap<>(16, 0.75f, true);

    long take(String name, int perMinute, long nanos) {
        TokenBucket bucket = byName.get(name);
        if (bucket == null) {
            String key = byName.size() < RateStore.MAX_NAMES_PER_CALLER || removeOldestIfFull(nanos) ? name : SHARED;
            bucket = byName.computeIfAbsent(key, any -> new TokenBucket(perMinute, nanos));
        }
        return bucket.take(perMinute, nanos);
    }

    /** Removes the least recently used bucket if it is full, so that no count is lost. Returns whether it was removed. */
    private boolean removeOldestIfFull(long nanos) {
        var oldest = byName.values().iterator();
        boolean isFull = oldest.next().isFull(nanos);
        if (isFull) {
            oldest.remove();
        }
        return isFull;
    }

    int size() {
        return byName.size();
    }
}
