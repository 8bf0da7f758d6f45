package dev.plimsoll.cache;

/**
 * Current size of an index.
 *
 * @param evicted number of entries evicted since the index was created
 */
public record CacheUsage(int entries, long bytes, long evicted) {}
