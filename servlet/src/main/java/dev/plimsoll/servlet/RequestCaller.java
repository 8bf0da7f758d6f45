package dev.plimsoll.servlet;

import dev.plimsoll.policy.Tier;
import java.util.Objects;

/**
 * Caller who sent a request.
 *
 * @param name name of the caller, to which cursors are bound; empty if unknown
 * @param tier the tools that the caller may see and call
 */
public record RequestCaller(String name, Tier tier) {

    public RequestCaller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tier, "tier");
    }
}
