package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.TextForm.Look;
import dev.plimsoll.policy.Form;
import java.time.Duration;
import java.util.List;

/** Keys of the store in Redis. */
final class RedisKeys {

    private static final Form<Duration> TIMEOUT = Form.time(Duration.ofMillis(10), Duration.ofMinutes(1));

    private RedisKeys() {}

    static List<Key> all() {
        return List.of(
                Key.of("redis.url", new TextForm(Look.REDIS_URL), null, "where Redis or Valkey is")
                        .with(Secrecy.MASKED),
                Key.of("redis.ca", new TextForm(Look.PATH), null, "PEM certificates that are believed; unset: Java's"),
                Key.of("redis.timeout", TIMEOUT, "2s", "for a connection, and for each command"),
                Key.of("redis.connections", Form.whole(1, 10_000), "16", "connections at a time, to each node"),
                Key.of("redis.maxValueBytes", Form.bytes(1 << 10, 1 << 29), "1MB", "above which a result is split"),
                Key.of("redis.prefix", new TextForm(Look.PREFIX), "plimsoll", "what the names of keys begin with"));
    }
}
