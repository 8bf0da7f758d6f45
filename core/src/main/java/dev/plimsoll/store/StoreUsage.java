package dev.plimsoll.store;

/** Current use of a store. Only readable snapshots count. */
public record StoreUsage(int snapshots, long bytes, long maxBytes) {}
