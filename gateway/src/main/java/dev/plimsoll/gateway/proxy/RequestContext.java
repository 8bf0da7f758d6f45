package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.limit.RateLimits;
import org.jspecify.annotations.Nullable;

/**
 * The guard of one request: the same from its beginning to its end, whatever is reconfigured meanwhile. Limits and stored
 * answers are those of all.
 */
final class RequestContext implements CallerContexts {

    private final CallerContexts callerContexts;
    private volatile @Nullable CallerContext mine;

    RequestContext(CallerContexts callerContexts) {
        this.callerContexts = callerContexts;
    }

    @Override
    public CallerContext get() {
        CallerContext known = mine;
        if (known == null) {
            known = callerContexts.get();
            mine = known;
        }
        return known;
    }

    @Override
    public RateLimits limits() {
        return callerContexts.limits();
    }

    @Override
    public ResponseCache responses() {
        return callerContexts.responses();
    }

    @Override
    public boolean unrestricted() {
        return callerContexts.unrestricted();
    }
}
