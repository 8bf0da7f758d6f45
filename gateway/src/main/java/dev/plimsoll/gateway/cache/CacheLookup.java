package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.CacheEntry;

/** What becomes of a call whose result was not there a moment ago. */
public sealed interface CacheLookup {

    /** The result has come meanwhile. */
    record Hit(CacheEntry held) implements CacheLookup {}

    /** The tool is asked. */
    record Leads(CacheFill run) implements CacheLookup {}

    /** The tool has been asked by another. */
    record Follows(CoalescedCall flight) implements CacheLookup {}
}
