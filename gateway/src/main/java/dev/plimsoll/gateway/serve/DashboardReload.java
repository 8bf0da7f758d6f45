package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.reload.Reloadable;
import dev.plimsoll.policy.Policies;
import java.util.List;

/** Applies a new configuration to the dashboard of a daemon. The sessions reload the configuration themselves. */
record DashboardReload(GatewayEngine engine) implements Reloadable {

    @Override
    public List<String> findObstacles(Configuration currentConfiguration, Configuration newConfiguration) {
        return List.of();
    }

    @Override
    public void apply(Configuration configuration, Policies policies) {
        engine.setPolicies(policies);
    }
}
