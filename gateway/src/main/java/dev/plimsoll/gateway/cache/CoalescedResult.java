package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** How a call ended that others have waited for. */
public sealed interface CoalescedResult {

    /**
     * With a result that is theirs as well.
     *
     * @param held where it is kept; null where it is not
     * @param raw as it came
     * @param millis how long its tool took
     */
    record Landed(@Nullable CacheEntry held, Slice raw, ResultForm form, long millis) implements CoalescedResult {}

    /**
     * Without one.
     *
     * @param cancelled its client has given it up: the tool may answer the next who asks
     */
    record Lost(boolean cancelled) implements CoalescedResult {}
}
