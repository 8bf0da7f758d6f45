package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.policy.Policies;

/**
 * A change of the policies that is not written in the configuration, such as the rollback of a rollout. It is made each
 * time the configuration is applied.
 */
public interface ConfigOverlay {

    /** Returns the policies to use instead of those of the configuration; the same policies if nothing changes. */
    Policies applyTo(Policies policies);

    /**
     * Receives a configuration, before {@link #applyTo} is called for it. If a new configuration changes nothing, only
     * this method is called.
     */
    default void onConfiguration(LoadedConfiguration loadedConfiguration) {}
}
