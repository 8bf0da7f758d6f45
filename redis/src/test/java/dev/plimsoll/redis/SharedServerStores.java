package dev.plimsoll.redis;

import dev.plimsoll.testkit.RedisServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Creates separate stores in one server with a long timeout, because best-effort commands use only a quarter of it. */
final class SharedServerStores {

    private static final AtomicInteger STORES = new AtomicInteger();

    private SharedServerStores() {}

    static RedisStore open(RedisServer server, @Nullable InstantSource clock) {
        int number = STORES.incrementAndGet();
        RedisSettings settings = RedisSettings.of(server.url())
                .withConnections(32)
                .withTimeout(Duration.ofSeconds(80))
                .withPrefix("shared" + number);
        return new RedisStore(settings, RedisStoreFixture.LARGE_LIMITS, clock, new SplittableRandom(number));
    }
}
