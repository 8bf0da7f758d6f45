package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.policy.Policies;

/** Changes for a time what the configuration says. */
public interface ConfigOverlay {

    /** What is in force instead of these. */
    Policies over(Policies policies);

    /** Hears of a configuration before it is first asked about it. */
    default void configured(LoadedConfiguration loadedConfiguration) {}
}
