package dev.plimsoll.gateway.config.model;

import java.util.Set;

/**
 * Settings for changes of the configuration by callers.
 *
 * @param mode who may change servers and rules
 * @param stopped names of the servers that are not started
 */
public record ManagementConfig(Mode mode, Set<String> stopped) {

    public ManagementConfig {
        stopped = Set.copyOf(stopped);
    }

    /** Returns the default: callers must authenticate, and all servers are offered. */
    public static ManagementConfig defaults() {
        return new ManagementConfig(Mode.AUTH, Set.of());
    }

    /** Callers who may change servers and rules. */
    public enum Mode {
        /** Authenticated callers of the tier {@code admin}. */
        AUTH,
        /** Without authentication, everyone who reaches a listener that only this machine can reach. */
        LOCAL,
        /** Nobody. */
        OFF
    }
}
