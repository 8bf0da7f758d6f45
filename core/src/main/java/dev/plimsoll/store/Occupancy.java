package dev.plimsoll.store;

/** How full a store is; counts only what can still be read. */
public record Occupancy(int snapshots, long bytes, long maxBytes) {}
