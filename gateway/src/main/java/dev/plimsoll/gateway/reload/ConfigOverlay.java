package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.policy.Policies;

/** Changes the policies of the configuration while it is loaded, such as a rollback of a rollout. */
public interface ConfigOverlay {

    /** Returns the policies to use instead of those of the configuration; the same policies if nothing changes. */
    Policies applyTo(Policies policies);

    /** Receives a configuration before {@link #applyTo} is called for it. */
    default void onConfiguration(LoadedConfiguration loadedConfiguration) {}
}
