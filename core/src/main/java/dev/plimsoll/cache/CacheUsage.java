package dev.plimsoll.cache;

/**
 * What an index holds.
 *
 * @param evicted how many entries gave way to others, since it was opened
 */
public record CacheUsage(int entries, long bytes, long evicted) {}
