package dev.plimsoll.gateway.statistics;

import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.gateway.cache.CacheCounts;
import dev.plimsoll.gateway.cache.DropReason;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.json.JsonWriter;
import java.util.Locale;
import java.util.Map;

/** Writes the current size of the response cache, and its counts since the start, as JSON. */
public final class CacheCountsJson {

    private CacheCountsJson() {}

    public static void write(ResponseCache cache, JsonWriter json) {
        CacheUsage usage = cache.usage();
        CacheCounts cacheCounts =
                cache.counts().values().stream().reduce(new CacheCounts(0, 0, 0, 0, Map.of()), CacheCounts::plus);
        json.beginObject().number("entries", usage.entries()).number("bytes", usage.bytes());
        json.number("hits", cacheCounts.hits())
                .number("joined", cacheCounts.joined())
                .number("misses", cacheCounts.misses());
        Double rate = cacheCounts.hitRate();
        json.raw("hitRate", rate == null ? "null" : String.format(Locale.ROOT, "%.4f", rate));
        json.number("savedMs", cacheCounts.savedMillis()).number("evicted", usage.evicted());
        json.beginObject("dropped");
        for (DropReason dropReason : DropReason.values()) {
            json.number(dropReason.metricName(), cacheCounts.dropped().getOrDefault(dropReason, 0L));
        }
        json.endObject();
        json.endObject();
    }
}
