package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** End of a call that equal calls have waited for. */
public sealed interface CoalescedResult {

    /**
     * The call ended with a result that the other calls can use.
     *
     * @param entry the stored entry; null if it was not stored
     * @param raw the response, unchanged
     * @param millis the time that the tool took
     */
    record Shared(@Nullable CacheEntry entry, Slice raw, ResultForm form, long millis) implements CoalescedResult {}

    /**
     * The call ended without a result that other calls can use.
     *
     * @param isCancelled whether the client of the running call cancelled it; one of the waiting calls may then
     * run the tool
     */
    record Unshared(boolean isCancelled) implements CoalescedResult {}
}
