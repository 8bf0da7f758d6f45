package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.Form;
import dev.plimsoll.cache.Held;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** How a call ended that others have waited for. */
public sealed interface Landing {

    /**
     * With a result that is theirs as well.
     *
     * @param held where it is kept; null where it is not
     * @param raw as it came
     * @param millis how long its tool took
     */
    record Landed(@Nullable Held held, Slice raw, Form form, long millis) implements Landing {}

    /**
     * Without one.
     *
     * @param cancelled its client has given it up: the tool may answer the next who asks
     */
    record Lost(boolean cancelled) implements Landing {}
}
