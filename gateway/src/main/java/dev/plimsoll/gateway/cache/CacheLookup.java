package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.CacheEntry;

/** Outcome of {@link ResponseCache#lookUp}. */
public sealed interface CacheLookup {

    /** The result is stored: an equal call has just ended. */
    record Hit(CacheEntry entry) implements CacheLookup {}

    /** The tool runs for this call. */
    record Miss(CacheFill fill) implements CacheLookup {}

    /** An equal call is running; this call waits for it. */
    record Coalesced(RunningCall call) implements CacheLookup {}
}
