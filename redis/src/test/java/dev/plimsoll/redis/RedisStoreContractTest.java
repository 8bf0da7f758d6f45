package dev.plimsoll.redis;

import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.SnapshotStoreContract;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisStoreContractTest extends SnapshotStoreContract {

    private static final AtomicInteger STORES = new AtomicInteger();

    @RegisterExtension
    static final StartedRedis REDIS = new StartedRedis();

    @Override
    protected SnapshotStore store(StoreLimits storeLimits, InstantSource clock) {
        int number = STORES.incrementAndGet();
        RedisSettings settings = RedisSettings.of(REDIS.server().url())
                .withConnections(32)
                .withMaxValueBytes(100_000)
                .withPrefix("store" + number);
        return new RedisStore(settings, storeLimits, clock, new SplittableRandom(number));
    }
}
