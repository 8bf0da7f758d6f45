package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.access.CallerRules;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.policy.Policies;
import org.jspecify.annotations.Nullable;

/**
 * The caller context of one request. It stays the same until the request ends, even if the configuration
 * changes. All requests share the rate limits and the cache.
 */
final class RequestContext implements CallerContexts {

    private final CallerContexts callerContexts;
    private final boolean isInner;
    private final boolean isInventory;
    private final boolean needsFreshResults;
    private volatile @Nullable CallerContext context;

    RequestContext(CallerContexts callerContexts, Peer requester) {
        this.callerContexts = callerContexts;
        this.isInner = requester.isProgram();
        this.isInventory = requester.isInventory();
        this.needsFreshResults = requester.needsFreshResults();
    }

    @Override
    public CallerContext get() {
        CallerContext current = context;
        if (current == null) {
            current = callerContexts.get();
            context = current;
        }
        return current;
    }

    @Override
    public Policies knownPolicies() {
        return callerContexts.knownPolicies();
    }

    @Override
    public HandleReplacer.Target findTarget(String server, String cursor) {
        return callerContexts.findTarget(server, cursor);
    }

    @Override
    public boolean isInner() {
        return isInner;
    }

    @Override
    public boolean isInventory() {
        return isInventory;
    }

    @Override
    public HeavyWork heavyWork() {
        return callerContexts.heavyWork();
    }

    @Override
    public RateLimits limits() {
        return callerContexts.limits();
    }

    @Override
    public ServerCircuits circuits() {
        return callerContexts.circuits();
    }

    @Override
    public CallerRules access() {
        return callerContexts.access();
    }

    @Override
    public ResultObserver results() {
        return callerContexts.results();
    }

    @Override
    public ResponseCache cache() {
        return needsFreshResults ? ResponseCache.OFF : callerContexts.cache();
    }

    @Override
    public boolean isUnrestricted() {
        return callerContexts.isUnrestricted();
    }
}
