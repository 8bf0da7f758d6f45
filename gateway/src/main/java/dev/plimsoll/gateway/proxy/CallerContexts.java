package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.policy.Tier;
import java.util.function.Supplier;

/** Where the guard of a conversation comes from: asked again for each request, since callers may lose what they may do. */
@FunctionalInterface
public interface CallerContexts extends Supplier<CallerContext> {

    /** May take its time: nobody waits for it before a message comes that concerns it. */
    @Override
    CallerContext get();

    /** How often its server may be called. Asked for each request, like this: */
    default RateLimits limits() {
        return get().limits();
    }

    /** Which calls have their results already. */
    default ResponseCache responses() {
        return ResponseCache.OFF;
    }

    /** Whether the client may do everything. Asked for each message: who knows it without a guard says so. */
    default boolean unrestricted() {
        return get().tier() == Tier.ADMIN;
    }
}
