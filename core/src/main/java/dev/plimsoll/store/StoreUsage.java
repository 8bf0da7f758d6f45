package dev.plimsoll.store;

/** How full a store is; counts only what can still be read. */
public record StoreUsage(int snapshots, long bytes, long maxBytes) {}
