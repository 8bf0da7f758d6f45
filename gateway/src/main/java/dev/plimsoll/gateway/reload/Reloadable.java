package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.policy.Policies;
import java.util.List;

/** Part of the gateway that applies a configuration. */
public interface Reloadable {

    /**
     * Returns reasons why a change that its keys allow cannot be applied while the gateway runs, one sentence for each.
     */
    List<String> findObstacles(Configuration currentConfiguration, Configuration newConfiguration);

    /** Returns whether a changed value at this path can be applied, although its key needs a restart elsewhere. */
    default boolean canApply(String path) {
        return false;
    }

    /**
     * Applies the configuration; never fails.
     *
     * @param policies the effective policies, which overlays may have changed
     */
    void apply(Configuration configuration, Policies policies);
}
