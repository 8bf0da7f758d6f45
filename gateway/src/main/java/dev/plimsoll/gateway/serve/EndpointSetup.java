package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.hub.Hub;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.show.ServerResults;
import dev.plimsoll.gateway.show.ShowContext;
import dev.plimsoll.gateway.show.ShowEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the endpoints of the servers and of the hub, with saved views, programs, and the app of {@code
 * plimsoll_show} if these are enabled.
 */
final class EndpointSetup {

    private final boolean isShowEnabled;
    private final ProgramSetup programs;
    private final SavedViewSetup saved;
    private final GatewayEngine engine;
    private final ShowContext showContext;

    EndpointSetup(
            Configuration configuration, ProgramSetup programs, SavedViewSetup saved, GatewayEngine engine, Log log) {
        this.isShowEnabled = configuration.isShowEnabled();
        this.programs = programs;
        this.saved = saved;
        this.engine = engine;
        this.showContext =
                new ShowContext(work -> Thread.ofVirtual().name("plimsoll-show").start(work), log);
    }

    /** Returns the endpoints of all servers, and the endpoint of the hub. */
    List<Endpoint> endpoints(ServerManager servers, Hub hub) {
        List<Endpoint> endpoints = new ArrayList<>();
        servers.servers().forEach(server -> endpoints.add(createEndpoint(server)));
        endpoints.add(withApp(
                programs.extendHub(engine, servers, hub, saved.extendEndpoint(hub, servers::servers)),
                servers::serversSinceStart));
        return endpoints;
    }

    /** Returns the endpoint of one server. */
    Endpoint createEndpoint(ServerBackend server) {
        return withApp(programs.extendServer(engine, server, saved.extendEndpoint(server)), () -> List.of(server));
    }

    private Endpoint withApp(Endpoint endpoint, Supplier<? extends List<? extends ServerBackend>> servers) {
        return isShowEnabled
                ? ShowEndpoint.of(
                        endpoint,
                        showContext.forEndpoint(),
                        (caller, session) -> () -> createSources(endpoint.name(), servers.get(), caller, session))
                : endpoint;
    }

    /** Returns the stored results that the caller can show: those of each server and of the caller's programs. */
    private List<ServerResults> createSources(
            String endpoint,
            List<? extends ServerBackend> backends,
            AuthenticatedCaller caller,
            @Nullable String session) {
        List<ServerResults> results = new ArrayList<>();
        for (ServerBackend backend : backends) {
            CallerContext context = backend.callerContext(caller, session);
            if (context != null) {
                results.add(new ServerResults(backend.name(), context));
            }
        }
        ServerResults programResults = programs.findResults(endpoint, engine, caller, session);
        if (programResults != null) {
            results.add(programResults);
        }
        return results;
    }
}
