package dev.plimsoll.gateway.cache;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often calls of tools were answered without them.
 *
 * @param hits from an earlier result
 * @param joined from an equal call that was under way
 * @param misses calls that ran, though their results may be stored
 * @param savedMillis how long the tools took for the results that were served again
 * @param dropped entries, by why
 */
public record CacheCounts(long hits, long joined, long misses, long savedMillis, Map<BypassReason, Long> dropped) {

    public CacheCounts {
        dropped = Map.copyOf(dropped);
    }

    /** Of the calls that could have been answered; null where there were none. */
    public @Nullable Double hitRate() {
        long all = hits + joined + misses;
        return all == 0 ? null : (double) (hits + joined) / all;
    }

    public long droppedInAll() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    public CacheCounts plus(CacheCounts other) {
        Map<BypassReason, Long> drops = new EnumMap<>(BypassReason.class);
        for (BypassReason bypassReason : BypassReason.values()) {
            drops.put(bypassReason, dropped.getOrDefault(bypassReason, 0L) + other.dropped.getOrDefault(bypassReason, 0L));
        }
        return new CacheCounts(
                hits + other.hits,
                joined + other.joined,
                misses + other.misses,
                savedMillis + other.savedMillis,
                drops);
    }
}
