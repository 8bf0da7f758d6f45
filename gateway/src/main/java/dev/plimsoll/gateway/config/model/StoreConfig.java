package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;

/**
 * Settings for the snapshot store.
 *
 * @param maxBytes maximum size of the snapshots: in memory, on disk with type disk, or in Redis with type redis
 */
public record StoreConfig(Type type, long maxBytes, Spill spill, RedisConfig redis) {

    public enum Type {
        MEMORY,
        DISK,
        REDIS
    }

    /** Disk space for the least recently used snapshots of a full memory store. */
    public record Spill(Path dir, long maxBytes) {}
}
