package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.gateway.show.ServerResults;
import dev.plimsoll.gateway.show.ShowEndpoint;
import dev.plimsoll.gateway.show.ShowHost;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets the clients of all endpoints show whole results to people. */
final class ShowSetup {

    private final boolean isEnabled;
    private final ProgramSetup programs;
    private final GatewayEngine engine;
    private final ShowHost host;

    ShowSetup(Configuration configuration, ProgramSetup programs, GatewayEngine engine, Log log) {
        this.isEnabled = configuration.show();
        this.programs = programs;
        this.engine = engine;
        this.host =
                new ShowHost(work -> Thread.ofVirtual().name("plimsoll-show").start(work), log);
    }

    /**
     * Returns the endpoints with the app, if the configuration says so.
     *
     * @param endpoints the endpoints of the backends in their order, and then that of the hub
     */
    List<Endpoint> endpoints(List<Endpoint> endpoints, List<? extends ServerBackend> backends) {
        if (!isEnabled) {
            return endpoints;
        }
        List<Endpoint> shown = new ArrayList<>();
        for (int i = 0; i < endpoints.size(); i++) {
            Endpoint endpoint = endpoints.get(i);
            List<? extends ServerBackend> behind = i < backends.size() ? List.of(backends.get(i)) : backends;
            shown.add(new ShowEndpoint(
                    endpoint,
                    host.forEndpoint(),
                    (caller, session) -> () -> sources(endpoint.name(), behind, caller, session)));
        }
        return shown;
    }

    private List<ServerResults> sources(
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
        ServerResults ofPrograms = programs.results(endpoint, engine, caller, session);
        if (ofPrograms != null) {
            results.add(ofPrograms);
        }
        return results;
    }
}
