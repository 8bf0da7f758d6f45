package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.ReloadableIdentification;
import dev.plimsoll.gateway.auth.check.IdentificationFactory;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.Reloadable;
import dev.plimsoll.policy.Policies;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Applies a new configuration to a running gateway. */
final class ServeReload implements Reloadable {

    private final GatewayEngine engine;
    private final ServerManager servers;
    private final ReloadableIdentification identification;
    private final Log log;
    private AccessConfig accessConfig;

    ServeReload(
            Configuration configuration,
            GatewayEngine engine,
            ServerManager servers,
            ReloadableIdentification identification,
            Log log) {
        this.engine = engine;
        this.servers = servers;
        this.identification = identification;
        this.log = log;
        this.accessConfig = configuration.serving().access();
    }

    /**
     * Refuses to turn authentication on or off: an edit of a file should not lock all callers out of a
     * running gateway, or let everybody in.
     */
    @Override
    public List<String> findObstacles(Configuration currentConfiguration, Configuration newConfiguration) {
        List<String> obstacles = new ArrayList<>(servers.findObstacles(newConfiguration));
        boolean hasAuthentication = currentConfiguration.serving().access().requiresAuthentication();
        if (hasAuthentication != newConfiguration.serving().access().requiresAuthentication()) {
            obstacles.add("auth.tokens: authentication cannot be turned on or off while the gateway runs; restart");
        }
        return obstacles;
    }

    /** Returns true for the settings of servers, because servers can be replaced while the gateway runs. */
    @Override
    public boolean canApply(String path) {
        return path.equals("servers") || path.startsWith("servers.\"");
    }

    @Override
    public void apply(Configuration configuration, Policies policies) {
        log.setThreshold(LogSeverity.valueOf(configuration.logLevel().name()));
        engine.setRateLimits(configuration.rateLimits());
        engine.circuits().configure(configuration.servers());
        AccessConfig newAccess = configuration.serving().access();
        if (!newAccess.tokens().equals(accessConfig.tokens())) {
            identification.replace(IdentificationFactory.create(newAccess, InstantSource.system(), log));
        }
        accessConfig = newAccess;
        engine.setPolicies(policies);
        servers.apply(configuration);
        servers.servers().forEach(ServerBackend::onReconfigured);
    }
}
