package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.EngineFactory;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.Reloadable;
import dev.plimsoll.policy.Policies;
import java.util.List;
import java.util.Map;

/**
 * Applies a new configuration to a running session.
 *
 * @param relists runs afterwards
 */
record RunReload(String server, EngineFactory engine, RateLimits limits, Runnable relists, Log log)
        implements Reloadable {

    @Override
    public List<String> objections(Configuration now, Configuration wanted) {
        return List.of();
    }

    @Override
    public void take(Configuration configuration, Policies policies) {
        log.atLeast(LogSeverity.valueOf(configuration.logLevel().name()));
        Integer limit =
                configuration.server(server).map(ServerConfig::rateLimit).orElse(null);
        limits.set(limit == null ? Map.of() : Map.of(server, limit));
        engine.govern(policies);
        relists.run();
    }
}
