package dev.plimsoll.gateway.cache;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts of tool calls that the response cache answered, and of those that ran.
 *
 * @param hits calls that got a stored result
 * @param joined calls that got the result of an equal call that was already running
 * @param misses calls that ran, even if their results were not stored
 * @param savedMillis time that reuse saved: for each reused result, the time that the tool took to compute it
 * @param dropped number of dropped entries, by reason
 */
public record CacheCounts(long hits, long joined, long misses, long savedMillis, Map<DropReason, Long> dropped) {

    public CacheCounts {
        dropped = Map.copyOf(dropped);
    }

    /** Returns the share of the cacheable calls that did not run; null if there were none. */
    public @Nullable Double hitRate() {
        long calls = hits + joined + misses;
        return calls == 0 ? null : (double) (hits + joined) / calls;
    }

    public long droppedTotal() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    public CacheCounts plus(CacheCounts other) {
        Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
        for (DropReason dropReason : DropReason.values()) {
            drops.put(dropReason, dropped.getOrDefault(dropReason, 0L) + other.dropped.getOrDefault(dropReason, 0L));
        }
        return new CacheCounts(
                hits + other.hits,
                joined + other.joined,
                misses + other.misses,
                savedMillis + other.savedMillis,
                drops);
    }
}
