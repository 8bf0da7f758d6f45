package dev.plimsoll.gateway.serve;

import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.gateway.admin.ServerStatus;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.http.HttpServer;
import dev.plimsoll.gateway.hub.Hub;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import java.util.List;
import java.util.Set;

/**
 * Forwards changes of the servers to the endpoints, the hub, and the other parts of the gateway that use the servers.
 */
record ServerChangeListener(
        GatewayEngine engine,
        Hub hub,
        HttpServer httpServer,
        ProgramSetup programs,
        EndpointSetup endpointSetup,
        ServerStatus serverStatus,
        ConfigReloader configReloader)
        implements ServerManager.Listener {

    @Override
    public void onAdded(ServerBackend server) {
        httpServer.add(endpointSetup.createEndpoint(server));
    }

    @Override
    public void onChanged(List<ServerBackend> running, Set<String> changedNames) {
        changedNames.forEach(name -> engine.responses().drop(new DropPattern(name, null, null)));
        serverStatus.setServers(running.stream().map(Endpoint::name).toList(), changedNames);
        List<ServerConfig> servers = configReloader.current().configuration().servers();
        programs.setServers(servers);
        engine.setServers(servers);
        hub.setServers(running, changedNames);
    }

    /**
     * Resets the failures of a server that was closed intentionally, because the calls that were interrupted are not
     * failures of the server.
     */
    @Override
    public void onClosed(String name) {
        serverStatus.forget(name);
    }

    @Override
    public void onRemoved(String name) {
        httpServer.remove(name);
    }
}
