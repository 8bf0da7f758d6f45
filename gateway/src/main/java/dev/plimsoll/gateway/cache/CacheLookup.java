package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.CacheEntry;

/** Outcome of {@link ResponseCache#enter}. */
public sealed interface CacheLookup {

    /** The result was stored in the meantime. */
    record Hit(CacheEntry held) implements CacheLookup {}

    /** The tool runs for this call. */
    record Leads(CacheFill run) implements CacheLookup {}

    /** An equal call is running; this call waits for it. */
    record Follows(CoalescedCall flight) implements CacheLookup {}
}
