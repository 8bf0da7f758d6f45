package dev.plimsoll.rate;

import java.util.LinkedHashMap;
import java.util.Map;

/** Buckets of one caller, by the name of the called object. Not thread-safe. */
final class TokenBuckets {

    /** Name of the bucket for all names above {@link RateStore#MAX_NAMES_PER_CALLER}. */
    private static final String SHARED_BUCKET = "";

    private final Map<String, TokenBucket> bucketByName = new LinkedHashMap<>(16, 0.75f, true);

    long take(String name, int perMinute, long nanos) {
        TokenBucket bucket = bucketByName.get(name);
        if (bucket == null) {
            String key = bucketByName.size() < RateStore.MAX_NAMES_PER_CALLER || removeOldestIfFull(nanos)
                    ? name
                    : SHARED_BUCKET;
            bucket = bucketByName.computeIfAbsent(key, unused -> new TokenBucket(perMinute, nanos));
        }
        return bucket.take(perMinute, nanos);
    }

    /** Removes the least recently used bucket if it is full, so that no count is lost. Returns whether it was removed. */
    private boolean removeOldestIfFull(long nanos) {
        var oldest = bucketByName.values().iterator();
        boolean isFull = oldest.next().isFull(nanos);
        if (isFull) {
            oldest.remove();
        }
        return isFull;
    }

    int size() {
        return bucketByName.size();
    }
}
