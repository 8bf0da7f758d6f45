package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.access.CallerRules;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Tier;
import java.util.function.Supplier;

/**
 * Supplies the context of a session's caller. It is queried again for each request, because callers may lose
 * permissions.
 */
@FunctionalInterface
public interface CallerContexts extends Supplier<CallerContext> {

    /** Returns the current context. May block: it is called only when a message needs it. */
    @Override
    CallerContext get();

    /**
     * Returns the policies. Called for {@code initialize}; override it if {@link #get} may block: until the context
     * is known, the configured policies apply.
     */
    default Policies knownPolicies() {
        return get().policies();
    }

    /** Returns the rate limits of callers and servers. Called for each request. */
    default RateLimits limits() {
        return get().limits();
    }

    /** Returns the circuit breakers of the servers. Called for each request and response. */
    default ServerCircuits circuits() {
        return ServerCircuits.OFF;
    }

    /** Returns the access rules for the caller. */
    default CallerRules access() {
        return CallerRules.ALLOW_ALL;
    }

    /** Returns the cache of results. */
    default ResponseCache cache() {
        return ResponseCache.OFF;
    }

    /** Returns the observer of results. */
    default ResultObserver results() {
        return ResultObserver.NONE;
    }

    /**
     * Returns the stored result that a cursor of the caller reads. It may be a result of any server that the
     * caller uses.
     *
     * @param server name of the server whose tool is called with the cursor
     * @throws dev.plimsoll.model.RefusedException if the caller cannot read it
     */
    default HandleReplacer.Target findTarget(String server, String cursor) {
        Document document = get().document(server, cursor);
        return new HandleReplacer.Target(server, document);
    }

    /** Returns the executor of work that needs much processor time. */
    default HeavyWork heavyWork() {
        return HeavyWork.INLINE;
    }

    /** Returns whether the request is Plimsoll's own, for a program or to read further pages. */
    default boolean isInner() {
        return false;
    }

    /** Returns whether the request is Plimsoll's own, to list tools for the operator. */
    default boolean isInventory() {
        return false;
    }

    /**
     * Returns whether the caller may call all tools. Called for each message; override it if the answer is known
     * without the context.
     */
    default boolean isUnrestricted() {
        return get().tier() == Tier.ADMIN;
    }
}
