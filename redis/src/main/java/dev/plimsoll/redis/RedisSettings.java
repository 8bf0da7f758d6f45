package dev.plimsoll.redis;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Connection settings for Redis.
 *
 * @param timeout the timeout for a connection, for one command, and for waiting for the pool
 * @param connections the maximum number of connections to each node
 * @param maxValueBytes the size above which a result is split
 * @param prefix the prefix of all keys; stores with different prefixes are independent
 * @param trustedCertificates a PEM file of trusted certificates that replace those of this Java; null to use those of this Java
 */
public record RedisSettings(
        RedisAddress address,
        Duration timeout,
        int connections,
        int maxValueBytes,
        String prefix,
        @Nullable Path trustedCertificates) {

    private static final int MIN_VALUE_BYTES = 1 << 10;
    private static final int MAX_VALUE_BYTES = 1 << 29;

    public RedisSettings {
        require(
                timeout.toMillis() >= 1 && timeout.toMillis() <= Integer.MAX_VALUE,
                "timeout: must be at least 1 ms",
                timeout);
        require(connections >= 1, "connections: must be at least 1", connections);
        require(
                maxValueBytes >= MIN_VALUE_BYTES && maxValueBytes <= MAX_VALUE_BYTES,
                "maxValueBytes: must be 1 KB to 512 MB",
                maxValueBytes);
        require(
                prefix.matches("[A-Za-z0-9_.-]{1,64}"),
                "prefix: must be 1 to 64 letters, digits, dots, hyphens or underscores",
                prefix);
    }

    /**
     * Returns settings with defaults: 2 seconds, 16 connections, values of 1 MB, prefix {@code plimsoll}.
     *
     * @throws IllegalArgumentException if the URL is invalid; the message shows no secret
     */
    public static RedisSettings of(String url) {
        return new RedisSettings(RedisAddress.parse(url), Duration.ofSeconds(2), 16, 1 << 20, "plimsoll", null);
    }

    public RedisSettings withTimeout(Duration newTimeout) {
        return new RedisSettings(address, newTimeout, connections, maxValueBytes, prefix, trustedCertificates);
    }

    public RedisSettings withConnections(int newConnections) {
        return new RedisSettings(address, timeout, newConnections, maxValueBytes, prefix, trustedCertificates);
    }

    public RedisSettings withMaxValueBytes(int newMaxValueBytes) {
        return new RedisSettings(address, timeout, connections, newMaxValueBytes, prefix, trustedCertificates);
    }

    public RedisSettings withPrefix(String newPrefix) {
        return new RedisSettings(address, timeout, connections, maxValueBytes, newPrefix, trustedCertificates);
    }

    public RedisSettings withTrustedCertificates(Path newTrustedCertificates) {
        return new RedisSettings(address, timeout, connections, maxValueBytes, prefix, newTrustedCertificates);
    }

    private static void require(boolean condition, String message, Object value) {
        if (!condition) {
            throw new IllegalArgumentException(message + ", got " + value);
        }
    }
}
