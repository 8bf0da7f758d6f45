package dev.plimsoll.redis;

import dev.plimsoll.testkit.RedisServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Opens stores that share one Redis server, each with its own key prefix. Their timeout is long, because best-effort
 * commands use only a quarter of it.
 */
final class SharedServerStores {

    private static final AtomicInteger STORE_COUNT = new AtomicInteger();

    private SharedServerStores() {}

    static RedisStore open(RedisServer server, @Nullable InstantSource clock) {
        int number = STORE_COUNT.incrementAndGet();
        RedisSettings settings = RedisSettings.of(server.url())
                .withConnections(32)
                .withTimeout(Duration.ofSeconds(80))
                .withPrefix("shared" + number);
        return new RedisStore(settings, RedisStoreFixture.LARGE_LIMITS, clock, new SplittableRandom(number));
    }
}
