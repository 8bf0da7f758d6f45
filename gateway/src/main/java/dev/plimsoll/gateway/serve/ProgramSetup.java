package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.hub.Hub;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.program.ProgramEndpoint;
import dev.plimsoll.gateway.program.ProgramHost;
import dev.plimsoll.gateway.program.RecentAnswers;
import dev.plimsoll.gateway.program.SnapshotDocuments;
import dev.plimsoll.gateway.proxy.CallerContexts;
import dev.plimsoll.model.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets the clients of all endpoints run programs, if the configuration says so. */
record ProgramSetup(Configuration configuration, GatewayEngine engine, ResultFields fields, FairPool memory, Log log) {

    List<Endpoint> withPrograms(List<? extends ServerBackend> backends, Hub hub) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (ServerBackend backend : backends) {
            endpoints.add(withPrograms(backend, List.of(backend), name -> new ToolOwner(backend.name(), name)));
        }
        endpoints.add(withPrograms(hub, backends, hub::findTool));
        return endpoints;
    }

    private Endpoint withPrograms(
            Endpoint endpoint, List<? extends ServerBackend> backends, Function<String, @Nullable ToolOwner> owners) {
        if (!configuration.programs().isEnabled()) {
            return endpoint;
        }
        boolean isBound = configuration.cursor().bind() == CursorConfig.Bind.SESSION;
        return new ProgramEndpoint(
                endpoint,
                new ProgramHost(
                        configuration.programs(),
                        owners,
                        fields,
                        engine::heavyWork,
                        memory,
                        new RecentAnswers(configuration.programs().reuse()),
                        log),
                new EndpointCallers(endpoint.name(), engine, backends, isBound));
    }

    /** Callers of an endpoint that is in front of some servers. */
    private record EndpointCallers(
            String endpoint, GatewayEngine engine, List<? extends ServerBackend> backends, boolean isBound)
            implements ProgramEndpoint.CallerFactory {

        @Override
        public CallerContexts contexts(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
            String identity = "@" + engine.programIdentity(endpoint);
            String subject = isBound && session != null ? "session " + session : authenticatedCaller.subject();
            return engine.callerContexts(
                    subject + identity,
                    authenticatedCaller.tier(),
                    authenticatedCaller.subject() + identity,
                    session == null ? "" : session,
                    authenticatedCaller.holder(),
                    authenticatedCaller.claims());
        }

        @Override
        public SnapshotDocuments documents(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
            return cursor -> {
                for (ServerBackend backend : backends) {
                    Document found = backend.findDocument(authenticatedCaller, session, cursor);
                    if (found != null) {
                        return found;
                    }
                }
                return null;
            };
        }
    }
}
