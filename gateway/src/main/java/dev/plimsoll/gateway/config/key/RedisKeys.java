package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.TextSettingType.Format;
import dev.plimsoll.policy.setting.SettingType;
import java.time.Duration;
import java.util.List;

/** Keys of the Redis store. */
final class RedisKeys {

    private static final SettingType<Duration> TIMEOUT = SettingType.time(Duration.ofMillis(10), Duration.ofMinutes(1));

    private RedisKeys() {}

    static List<ConfigKey> all() {
        return List.of(
                ConfigKey.of("redis.url", new TextSettingType(Format.REDIS_URL), null, "the URL of Redis or Valkey")
                        .withSecretRule(SecretRule.MASKED),
                ConfigKey.of(
                        "redis.ca",
                        new TextSettingType(Format.PATH),
                        null,
                        "trusted certificates (PEM); unset: those of Java"),
                ConfigKey.of("redis.timeout", TIMEOUT, "2s", "time limit for connecting, and for each command"),
                ConfigKey.of(
                        "redis.connections",
                        SettingType.integer(1, 10_000),
                        "16",
                        "maximum number of connections to each node"),
                ConfigKey.of(
                        "redis.maxValueBytes",
                        SettingType.bytes(1 << 10, 1 << 29),
                        "1MB",
                        "maximum size of a value; larger results are split"),
                ConfigKey.of(
                        "redis.prefix",
                        new TextSettingType(Format.PREFIX),
                        "plimsoll",
                        "prefix of the names of Redis keys"));
    }
}
