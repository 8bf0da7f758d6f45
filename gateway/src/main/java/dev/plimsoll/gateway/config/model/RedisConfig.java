package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The Redis or Valkey in which results are kept with type redis.
 *
 * @param url with user and password, where there are any; null: it is not set
 * @param ca certificates that are believed; null: those that Java believes
 */
public record RedisConfig(
        @Nullable SecretValue url, @Nullable Path ca, Duration timeout, int connections, int maxValueBytes, String prefix) {

    /** As if nothing were set. */
    public static final RedisConfig UNSET = new RedisConfig(null, null, Duration.ofSeconds(2), 16, 1 << 20, "plimsoll");
}
