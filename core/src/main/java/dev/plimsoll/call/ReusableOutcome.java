package dev.plimsoll.call;

import dev.plimsoll.cache.CacheEntry;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a call whose result may answer other calls.
 *
 * @param isReusable whether the result is complete and not an error, so that it may answer other calls, even if it is
 *     not stored
 * @param cacheEntry the stored result; null if it is not stored
 */
public record ReusableOutcome(
        Outcome outcome, boolean isReusable, @Nullable CacheEntry cacheEntry) {}
