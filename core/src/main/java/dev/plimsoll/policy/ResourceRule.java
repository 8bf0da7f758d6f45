package dev.plimsoll.policy;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A change of policy for some resources.
 *
 * @param server the one server that it speaks of; empty for any
 * @param glob the address that the server gave the resource, with {@code *} and {@code ?}
 * @param change what it sets; keys it does not set stay as earlier rules left them
 */
public record ResourceRule(String server, String glob, UnaryOperator<Policy> change) {

    public ResourceRule {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(change, "change");
        if (glob.isEmpty()) {
            throw new IllegalArgumentException("resources: a glob must not be empty");
        }
    }

    boolean matches(String of, String uri) {
        return (server.isEmpty() || server.equals(of)) && PolicyRule.like(glob, uri);
    }
}
