package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.policy.Tier;
import java.util.Map;

/**
 * What guards a conversation.
 *
 * @param caller who the client is; cursors are bound to it
 * @param tier which tools the client may see and call
 * @param counted in whose name its calls are counted: of the same caller in every session
 * @param session what counts as one conversation; empty where each request stands alone
 * @param limits how often it may call
 */
public record CallerContext(Plimsoll engine, String caller, Tier tier, String counted, String session, RateLimits limits) {

    private static final String ANYONE = AuthenticatedCaller.ANYONE.subject() + "@";

    public CallerContext {
        engine = engine.forTier(tier);
    }

    /** Whether it is known who calls: where nobody has to say so, all are the same. */
    boolean identified() {
        return !counted.startsWith(ANYONE);
    }

    /** One that shares its limits with nobody. */
    public CallerContext(Plimsoll engine, String caller, Tier tier) {
        this(engine, caller, tier, caller, "", RateLimits.of(Map.of()));
    }
}
