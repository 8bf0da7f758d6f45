package dev.plimsoll.gateway.config.model;

import java.nio.file.Path;

/**
 * Where results are kept.
 *
 * @param maxBytes in memory, or on disk with type disk, or in Redis with type redis
 */
public record Store(Type type, long maxBytes, Spill spill, Redis redis) {

    public enum Type {
        MEMORY,
        DISK,
        REDIS
    }

    /** Where a full memory store puts what it has not used for longest. */
    public record Spill(Path dir, long maxBytes) {}
}
