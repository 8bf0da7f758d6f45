package dev.plimsoll.gateway.manage.server;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.model.BreakerConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.ServerConfig;

/** The settings of a server that take effect only in a new process or connection. */
record ServerSettings(ServerConfig server, IsolationMode isolation, Catalog catalog) {

    /**
     * Returns the settings of a server without rate limits and the circuit breaker, which can change while the server
     * runs.
     */
    static ServerSettings of(ServerConfig server, Configuration configuration) {
        ServerConfig withoutLimits = new ServerConfig(
                server.name(),
                server.command(),
                server.env(),
                server.cwd(),
                server.url(),
                server.headers(),
                server.timeouts(),
                null,
                server.login(),
                BreakerConfig.DEFAULT);
        return new ServerSettings(
                withoutLimits,
                configuration.serving().sharing().forServer(server),
                configuration.catalogs().forServer(server.name()));
    }
}
