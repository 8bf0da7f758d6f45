package dev.plimsoll.gateway.admin;

import dev.plimsoll.cache.CacheUsage;
import dev.plimsoll.gateway.cache.Counts;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.cache.Why;
import java.util.Locale;
import java.util.Map;

/** What the response cache holds, and how often it has answered, since the start. */
public final class CacheFigures {

    private CacheFigures() {}

    public static void write(ResponseCache cache, Json json) {
        CacheUsage usage = cache.usage();
        Counts counts = cache.counts().values().stream().reduce(new Counts(0, 0, 0, 0, Map.of()), Counts::plus);
        json.number("entries", usage.entries()).number("bytes", usage.bytes());
        json.number("hits", counts.hits()).number("joined", counts.joined()).number("misses", counts.misses());
        Double rate = counts.hitRate();
        json.raw("hitRate", rate == null ? "null" : String.format(Locale.ROOT, "%.4f", rate));
        json.number("savedMs", counts.savedMillis()).number("evicted", usage.evicted());
        Json dropped = new Json(json.name("dropped"));
        for (Why why : Why.values()) {
            dropped.number(why.word(), counts.dropped().getOrDefault(why, 0L));
        }
        dropped.end();
        json.end();
    }
}
