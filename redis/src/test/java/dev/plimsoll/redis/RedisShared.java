package dev.plimsoll.redis;

import dev.plimsoll.testkit.RedisServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stores of their own in one server, with patience: figures are given up after a quarter of the time. */
final class RedisShared {

    private static final AtomicInteger STORES = new AtomicInteger();

    private RedisShared() {}

    static RedisStore open(RedisServer server, @Nullable InstantSource clock) {
        int number = STORES.incrementAndGet();
        RedisSettings settings = RedisSettings.of(server.url())
                .withConnections(32)
                .withTimeout(Duration.ofSeconds(80))
                .withPrefix("shared" + number);
        return new RedisStore(settings, Kept.ROOMY, clock, new SplittableRandom(number));
    }
}
