package dev.plimsoll.policy;

import dev.plimsoll.policy.setting.Glob;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Policy change for some resources.
 *
 * @param server name of the server to which the rule applies; empty for all servers
 * @param glob URI of the resource on its server, with {@code *} and {@code ?}
 * @param change settings to change; other keys keep the values of earlier rules
 */
public record ResourceRule(String server, String glob, UnaryOperator<Policy> change) {

    public ResourceRule {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(change, "change");
        if (glob.isEmpty()) {
            throw new IllegalArgumentException("resources: a glob must not be empty");
        }
    }

    boolean matches(String serverName, String uri) {
        return (server.isEmpty() || server.equals(serverName)) && Glob.matches(glob, uri);
    }
}
