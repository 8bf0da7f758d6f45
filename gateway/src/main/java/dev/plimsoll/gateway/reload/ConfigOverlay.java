package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.policy.Policies;

/** Temporarily changes the policies of the configuration. */
public interface ConfigOverlay {

    /** Returns the policies that replace these. */
    Policies applyTo(Policies policies);

    /** Receives a configuration before {@link #applyTo} is called for it. */
    default void onConfiguration(LoadedConfiguration loadedConfiguration) {}
}
