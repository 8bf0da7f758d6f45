package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.policy.Tier;

/**
 * What guards a conversation.
 *
 * @param caller who the client is; cursors are bound to it
 * @param tier which tools the client may see and call
 */
public record Guard(Plimsoll engine, String caller, Tier tier) {

    public Guard {
        engine = engine.forTier(tier);
    }
}
