package dev.plimsoll.gateway.config.model;

import java.util.Set;

/**
 * Settings for callers who change the configuration through the API.
 *
 * @param mode who may change servers and rules
 * @param stopped names of the servers that are not started
 */
public record ManagementConfig(Mode mode, Set<String> stopped) {

    public ManagementConfig {
        stopped = Set.copyOf(stopped);
    }

    /**
     * Returns the default: only authenticated administrators may change the configuration, and no server is
     * stopped.
     */
    public static ManagementConfig defaults() {
        return new ManagementConfig(Mode.AUTH, Set.of());
    }

    /** Callers who may change servers and rules. */
    public enum Mode {
        /** Authenticated callers of the tier {@code admin}. */
        AUTH,
        /**
         * Everyone on this machine, without authentication. Requires that only this machine can reach the
         * listener.
         */
        LOCAL,
        /** Nobody. */
        OFF
    }
}
