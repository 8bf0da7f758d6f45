package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.policy.Policies;
import java.util.List;

/** Part of the gateway that applies a configuration. */
public interface Reloadable {

    /**
     * Returns why a new configuration cannot be applied while the gateway runs, one sentence for each reason.
     * Keys that need a restart are checked elsewhere.
     */
    List<String> findObstacles(Configuration currentConfiguration, Configuration newConfiguration);

    /**
     * Returns whether this command can apply a change at this path without a restart, although the key is marked as
     * needing one.
     */
    default boolean canApply(String path) {
        return false;
    }

    /**
     * Applies the configuration. Never fails.
     *
     * @param policies the policies to use: those of the configuration, possibly changed by overlays
     */
    void apply(Configuration configuration, Policies policies);
}
