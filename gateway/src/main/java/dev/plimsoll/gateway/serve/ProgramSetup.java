package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.hub.Hub;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.program.ParkedPrograms;
import dev.plimsoll.gateway.program.ProgramEndpoint;
import dev.plimsoll.gateway.program.ProgramHost;
import dev.plimsoll.gateway.program.ServerDocument;
import dev.plimsoll.gateway.program.SnapshotDocuments;
import dev.plimsoll.gateway.program.call.ProgramResources;
import dev.plimsoll.gateway.program.call.RecentAnswers;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.show.ServerResults;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.model.Document;
import dev.plimsoll.telemetry.GuardListener;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds programs to the endpoints, if they are enabled. Holds the objects that the programs of all endpoints share. */
final class ProgramSetup {

    private final Configuration configuration;
    private final @Nullable TraceSpans traceSpans;
    private final Log log;
    private final ResultFields fields;
    private final FairPool memory;
    private final RecentAnswers recentAnswers;
    private @Nullable ParkedPrograms parkedPrograms;

    /** @param traceSpans null for no spans */
    ProgramSetup(Configuration configuration, @Nullable TraceSpans traceSpans, Log log) {
        this.traceSpans = traceSpans;
        this.configuration = configuration;
        this.log = log;
        this.fields = ResultFields.ofFolder(configuration.data(), configuration.servers(), log);
        this.memory = ProgramResources.createMemoryPool(
                configuration.serving().access().traffic().weights());
        this.recentAnswers = new RecentAnswers(configuration.programs().reuse());
    }

    /**
     * Returns a listener that records the fields of results, if programs or the search for tools need them,
     * and passes all events to {@code next}.
     */
    GuardListener wrapListener(GuardListener next) {
        boolean isRecordingNeeded =
                configuration.programs().isEnabled() || configuration.catalogs().hasDispatch();
        return isRecordingNeeded ? fields.createListener(next) : next;
    }

    /** Returns the store of the fields that results of each tool had. */
    ResultFields fields() {
        return fields;
    }

    /** Returns the memory that all programs share. */
    FairPool memory() {
        return memory;
    }

    /**
     * Returns the hub, the endpoint of all servers together, with programs.
     *
     * @param endpoint the hub, or an endpoint that extends it
     */
    Endpoint extendHub(GatewayEngine engine, ServerManager servers, Hub hub, Endpoint endpoint) {
        return withPrograms(
                endpoint, configuration.programs(), hub::findTool, createCallers(hub.name(), engine, servers::servers));
    }

    /**
     * Returns the endpoint of one server, with programs.
     *
     * @param endpoint the server, or an endpoint that extends it
     */
    Endpoint extendServer(GatewayEngine engine, ServerBackend backend, Endpoint endpoint) {
        return withPrograms(
                endpoint,
                configuration.programs().forServer(backend.name(), false),
                name -> new ToolOwner(backend.name(), name),
                createCallers(backend.name(), engine, () -> List.of(backend)));
    }

    /** Sets the servers whose results are recorded. */
    void setServers(List<ServerConfig> servers) {
        fields.setServers(servers);
    }

    /** Returns the stored results of a caller's programs at an endpoint; null if programs are not enabled. */
    @Nullable ServerResults findResults(
            String endpoint, GatewayEngine engine, AuthenticatedCaller caller, @Nullable String session) {
        if (!configuration.programs().isEnabled()) {
            return null;
        }
        CallerContexts contexts = createCallers(endpoint, engine, List::of).contexts(caller, session);
        return new ServerResults(ProgramEndpoint.SERVER, contexts.get());
    }

    /** Returns the parked programs of all endpoints, which share one generator of ids. */
    private synchronized ParkedPrograms parkedPrograms(GatewayEngine engine) {
        if (parkedPrograms == null) {
            parkedPrograms = new ParkedPrograms(engine::parkedCallIds);
        }
        return parkedPrograms;
    }

    private EndpointCallers createCallers(
            String endpoint, GatewayEngine engine, Supplier<? extends List<? extends ServerBackend>> backends) {
        boolean isBoundToSession = configuration.cursor().bind() == CursorConfig.Bind.SESSION;
        return new EndpointCallers(endpoint, engine, backends, isBoundToSession);
    }

    private Endpoint withPrograms(
            Endpoint endpoint,
            ProgramsConfig config,
            Function<String, @Nullable ToolOwner> owners,
            EndpointCallers callers) {
        if (!configuration.programs().isEnabled()) {
            return endpoint;
        }
        GatewayEngine engine = callers.engine();
        return ProgramEndpoint.of(
                endpoint,
                new ProgramHost(
                        new ProgramResources(config, owners, fields, engine::heavyWork, memory, recentAnswers),
                        parkedPrograms(engine),
                        traceSpans,
                        log),
                callers);
    }

    /**
     * Creates the contexts of the callers of an endpoint.
     *
     * @param backends returns the servers of the endpoint
     * @param isBoundToSession whether cursors are bound to sessions, and not only to callers
     */
    private record EndpointCallers(
            String endpoint,
            GatewayEngine engine,
            Supplier<? extends List<? extends ServerBackend>> backends,
            boolean isBoundToSession)
            implements ProgramEndpoint.CallerFactory {

        @Override
        public CallerContexts contexts(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
            String identity = "@" + engine.programIdentity(endpoint);
            String subject = isBoundToSession && session != null ? "session " + session : authenticatedCaller.subject();
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
                for (ServerBackend backend : backends.get()) {
                    Document found = backend.findDocument(authenticatedCaller, session, cursor);
                    if (found != null) {
                        return new ServerDocument(backend.name(), found);
                    }
                }
                return null;
            };
        }
    }
}
