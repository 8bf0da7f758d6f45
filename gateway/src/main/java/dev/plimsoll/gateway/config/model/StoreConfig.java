package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;

/**
 * Where results are kept.
 *
 * @param maxBytes in memory, or on disk with type disk, or in Redis with type redis
 */
public record StoreConfig(Type type, long maxBytes, Spill spill, RedisConfig redis) {

    public enum Type {
        MEMORY,
        DISK,
        REDIS
    }

    /** Where a full memory store puts what it has not used for longest. */
    public record Spill(Path dir, long maxBytes) {}
}
