package dev.plimsoll.gateway.data;

import dev.plimsoll.ResultReuse;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.model.Configuration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Opens response caches. */
final class ResponseCacheFactory {

    private static final int MAX_CACHED_RESULTS = 10_000;

    /** The cache can use a fraction of the store: 4 is a quarter. */
    private static final int CACHE_DIVISOR = 4;

    private ResponseCacheFactory() {}

    /**
     * Opens the cache. Its limit is a fraction of the store, because snapshots need most of the space.
     *
     * @param shared counters in Redis, which then also holds the index; null without a Redis store
     */
    static ResponseCache open(Configuration configuration, ResultReuse resultReuse, @Nullable SharedCounters shared) {
        CacheLimits limits = CacheLimits.of(
                MAX_CACHED_RESULTS, Math.max(1, configuration.store().maxBytes() / CACHE_DIVISOR));
        CacheIndex index = shared == null
                ? CacheIndex.inMemory(limits, InstantSource.system(), resultReuse::release)
                : shared.responses(limits, resultReuse::release);
        ResponseCache responses = new ResponseCache(index, InstantSource.system(), resultReuse::release);
        responses.applyPolicies(configuration.policies());
        return responses;
    }
}
