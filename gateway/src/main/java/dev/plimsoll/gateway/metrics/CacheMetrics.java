package dev.plimsoll.gateway.metrics;

import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.gateway.cache.CacheCounts;
import dev.plimsoll.gateway.cache.ResponseCache;

/** Metrics of the response cache. */
final class CacheMetrics {

    private CacheMetrics() {}

    static void register(MetricRegistry metricRegistry, ResponseCache cache) {
        MetricFamily requests = metricRegistry.counter(
                "plimsoll_cache_requests_total", "Cacheable calls, by result.", "server", "result");
        MetricFamily saved = metricRegistry.counter(
                "plimsoll_cache_saved_seconds_total", "Running time of tools saved by the cache.", "server");
        MetricFamily dropped = metricRegistry.counter(
                "plimsoll_cache_dropped_total", "Cache entries dropped, by reason.", "server", "reason");
        MetricFamily evicted =
                metricRegistry.counter("plimsoll_cache_evicted_total", "Cache entries evicted to make space.");
        MetricFamily hitRatio = metricRegistry.gauge(
                "plimsoll_cache_hit_ratio", "Share of cacheable calls answered from the cache.", "server");
        MetricFamily entries = metricRegistry.gauge("plimsoll_cache_entries", "Entries of the response cache.");
        MetricFamily bytes =
                metricRegistry.gauge("plimsoll_cache_bytes", "Bytes that the cached results take in the store.");
        metricRegistry.updateBeforeRead(() -> {
            CacheUsage usage = cache.usage();
            entries.set(usage.entries());
            bytes.set(usage.bytes());
            evicted.set(usage.evicted());
            cache.counts().forEach((server, cacheCounts) -> {
                if (!server.isEmpty()) {
                    requests.set(cacheCounts.hits(), server, "hit");
                    requests.set(cacheCounts.joined(), server, "joined");
                    requests.set(cacheCounts.misses(), server, "miss");
                    saved.set(cacheCounts.savedMillis() / 1e3, server);
                    setHitRatio(hitRatio, cacheCounts, server);
                }
                cacheCounts
                        .dropped()
                        .forEach((dropReason, count) -> dropped.set(count, server, dropReason.metricName()));
            });
        });
    }

    private static void setHitRatio(MetricFamily hitRatio, CacheCounts cacheCounts, String server) {
        Double share = cacheCounts.hitRate();
        if (share != null) {
            hitRatio.set(share, server);
        }
    }
}
