package dev.plimsoll.call;

import dev.plimsoll.cache.CacheEntry;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a call whose result may answer other calls.
 *
 * @param isReusable whether the result may be reused: it is complete and not an error
 * @param cacheEntry the stored result for other calls; null if it is not stored
 */
public record ReusableOutcome(
        Outcome outcome, boolean isReusable, @Nullable CacheEntry cacheEntry) {}
