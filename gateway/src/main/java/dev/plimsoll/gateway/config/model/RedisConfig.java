package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the Redis or Valkey that stores snapshots with store type redis.
 *
 * @param url the URL, with the user and password if it has them; null if it is not set
 * @param ca trusted certificates; null for those that Java trusts
 */
public record RedisConfig(
        @Nullable SecretValue url,
        @Nullable Path ca,
        Duration timeout,
        int connections,
        int maxValueBytes,
        String prefix) {

    /** The defaults, without a URL. */
    public static final RedisConfig UNSET = new RedisConfig(null, null, Duration.ofSeconds(2), 16, 1 << 20, "plimsoll");
}
