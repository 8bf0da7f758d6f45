package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.limit.RateLimits;
import org.jspecify.annotations.Nullable;

/**
 * The guard of one request: the same from its beginning to its end, whatever is reconfigured meanwhile. Limits and stored
 * answers are those of all.
 */
final class Pinned implements Guards {

    private final Guards guards;
    private volatile @Nullable Guard mine;

    Pinned(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Guard get() {
        Guard known = mine;
        if (known == null) {
            known = guards.get();
            mine = known;
        }
        return known;
    }

    @Override
    public RateLimits limits() {
        return guards.limits();
    }

    @Override
    public ResponseCache responses() {
        return guards.responses();
    }

    @Override
    public boolean unrestricted() {
        return guards.unrestricted();
    }
}
