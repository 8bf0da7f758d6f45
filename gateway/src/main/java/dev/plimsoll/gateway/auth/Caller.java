package dev.plimsoll.gateway.auth;

import dev.plimsoll.policy.Tier;

/**
 * Who calls.
 *
 * @param subject who it is: the same text for the same caller, at any time and in any replica
 * @param tier which tools they may see and call
 */
public record Caller(String subject, Tier tier) {

    /** Everyone, where nobody has to say who they are. */
    public static final Caller ANYONE = new Caller("anyone", Tier.ADMIN);
}
