package dev.plimsoll.store;

/** Current use of a store. Expired and removed snapshots do not count. */
public record StoreUsage(int snapshots, long bytes, long maxBytes) {}
