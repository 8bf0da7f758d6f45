package dev.plimsoll.gateway.cache;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts of tool calls with and without the response cache.
 *
 * @param hits calls answered from a stored result
 * @param joined calls answered by an equal call that was running
 * @param misses calls that ran, even if their results were not stored
 * @param savedMillis time that the tools took for the results that were reused
 * @param dropped dropped entries by reason
 */
public record CacheCounts(long hits, long joined, long misses, long savedMillis, Map<BypassReason, Long> dropped) {

    public CacheCounts {
        dropped = Map.copyOf(dropped);
    }

    /** Returns the share of the cacheable calls that did not run; null if there were none. */
    public @Nullable Double hitRate() {
        long all = hits + joined + misses;
        return all == 0 ? null : (double) (hits + joined) / all;
    }

    public long droppedTotal() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    public CacheCounts plus(CacheCounts other) {
        Map<BypassReason, Long> drops = new EnumMap<>(BypassReason.class);
        for (BypassReason bypassReason : BypassReason.values()) {
            drops.put(
                    bypassReason,
                    dropped.getOrDefault(bypassReason, 0L) + other.dropped.getOrDefault(bypassReason, 0L));
        }
        return new CacheCounts(
                hits + other.hits,
                joined + other.joined,
                misses + other.misses,
                savedMillis + other.savedMillis,
                drops);
    }
}
