package dev.plimsoll.redis;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.testkit.CacheIndexContract;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisCacheIndexContractTest extends CacheIndexContract {

    @RegisterExtension
    static final StartedRedis REDIS = new StartedRedis();

    @Override
    protected CacheIndex index(CacheLimits limits, InstantSource clock, Consumer<CacheEntry> onRemoved) {
        return SharedServerStores.open(REDIS.server(), clock).responses(limits, onRemoved);
    }
}
