package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.Reloadable;
import dev.plimsoll.policy.Policies;
import java.util.List;
import java.util.Map;

/**
 * Applies a new configuration to a running session of {@code plimsoll run}.
 *
 * @param onApplied runs after a configuration was applied
 */
record RunReload(String server, GatewayEngine engine, RateLimits limits, Runnable onApplied, Log log)
        implements Reloadable {

    @Override
    public List<String> findObstacles(Configuration currentConfiguration, Configuration newConfiguration) {
        return List.of();
    }

    @Override
    public void apply(Configuration configuration, Policies policies) {
        log.setThreshold(LogSeverity.valueOf(configuration.logLevel().name()));
        Integer limit =
                configuration.server(server).map(ServerConfig::rateLimit).orElse(null);
        limits.replaceServerLimits(limit == null ? Map.of() : Map.of(server, limit));
        engine.setPolicies(policies);
        onApplied.run();
    }
}
