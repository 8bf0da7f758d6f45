package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.hub.Hub;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.saved.CallerServer;
import dev.plimsoll.gateway.saved.SavedViewEndpoint;
import dev.plimsoll.gateway.saved.SavedViewHost;
import dev.plimsoll.gateway.saved.SavedViews;
import dev.plimsoll.gateway.saved.ViewFiles;
import dev.plimsoll.policy.SavedKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds saved views to the endpoints, if a policy allows views of any tool. */
final class SavedViewSetup {

    private final @Nullable SavedViews views;
    private final Log log;

    SavedViewSetup(Configuration configuration, GatewayEngine engine, Log log) {
        this.log = log;
        this.views = SavedKeys.isSavingAllowed(configuration.policies())
                ? new SavedViews(new ViewFiles(configuration.data()), log)
                : null;
        if (views != null) {
            engine.observeResults(views);
        }
    }

    /** Returns the endpoint of one server with saved views. */
    Endpoint extendEndpoint(ServerBackend backend) {
        return views == null
                ? backend
                : extendEndpoint(
                        backend,
                        new SavedViewHost(views, name -> new ToolOwner(backend.name(), name), log),
                        () -> List.of(backend));
    }

    /** Returns the endpoint of all servers together with saved views. */
    Endpoint extendEndpoint(Hub hub, Supplier<? extends List<? extends ServerBackend>> servers) {
        return views == null ? hub : extendEndpoint(hub, new SavedViewHost(views, hub::findTool, log), servers);
    }

    private static Endpoint extendEndpoint(
            Endpoint endpoint, SavedViewHost host, Supplier<? extends List<? extends ServerBackend>> servers) {
        return SavedViewEndpoint.of(
                endpoint, host, (caller, session) -> () -> callerServers(servers.get(), caller, session));
    }

    private static List<CallerServer> callerServers(
            List<? extends ServerBackend> servers, AuthenticatedCaller caller, @Nullable String session) {
        List<CallerServer> callerServers = new ArrayList<>();
        for (ServerBackend server : servers) {
            CallerContext context = server.callerContext(caller, session);
            if (context != null) {
                callerServers.add(new CallerServer(server.name(), context));
            }
        }
        return callerServers;
    }
}
