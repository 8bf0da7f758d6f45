package dev.plimsoll.gateway.metrics;

import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.gateway.cache.Counts;
import dev.plimsoll.gateway.cache.ResponseCache;

/** What is told of the response cache. */
final class CacheMetrics {

    private CacheMetrics() {}

    static void watched(Registry registry, ResponseCache cache) {
        Family requests = registry.counter(
                "plimsoll_cache_requests_total", "Calls that could be answered again, by how.", "server", "result");
        Family saved = registry.counter(
                "plimsoll_cache_saved_seconds_total", "What tools took for results that were served again.", "server");
        Family dropped = registry.counter("plimsoll_cache_dropped_total", "Entries dropped.", "server", "reason");
        Family evicted = registry.counter("plimsoll_cache_evicted_total", "Entries that gave way to others.");
        Family rate = registry.gauge("plimsoll_cache_hit_ratio", "Share of those calls that did not run.", "server");
        Family entries = registry.gauge("plimsoll_cache_entries", "Results that answer equal calls.");
        Family bytes = registry.gauge("plimsoll_cache_bytes", "What they take in the store.");
        registry.looking(() -> {
            CacheUsage usage = cache.usage();
            entries.set(usage.entries());
            bytes.set(usage.bytes());
            evicted.set(usage.evicted());
            cache.counts().forEach((server, counts) -> {
                if (!server.isEmpty()) {
                    requests.set(counts.hits(), server, "hit");
                    requests.set(counts.joined(), server, "joined");
                    requests.set(counts.misses(), server, "miss");
                    saved.set(counts.savedMillis() / 1e3, server);
                    ratio(rate, counts, server);
                }
                counts.dropped().forEach((why, count) -> dropped.set(count, server, why.word()));
            });
        });
    }

    private static void ratio(Family rate, Counts counts, String server) {
        Double share = counts.hitRate();
        if (share != null) {
            rate.set(share, server);
        }
    }
}
