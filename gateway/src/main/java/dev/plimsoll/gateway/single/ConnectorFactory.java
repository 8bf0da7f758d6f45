package dev.plimsoll.gateway.single;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.PermitPool;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerLine;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.RequestStateCipher;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.gateway.proxy.CallerContexts;
import dev.plimsoll.gateway.proxy.ServerKnowledge;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;
import dev.plimsoll.model.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The endpoint of one configured server. Connects its clients to the server. */
public final class ConnectorFactory implements ServerBackend {

    private static final String EVERYONE = "";

    private final ServerConfig serverConfig;
    private final GatewayEngine engine;
    private final CursorConfig.Bind bind;
    private final IsolationMode isolationMode;
    private final Catalog catalog;
    private final Connector connector;
    private final SharedConnections sharedConnections;
    private final KnownEra era = new KnownEra();
    private final RequestStateCipher states;
    private final String identity;
    private final Log log;
    /** Open sessions of legacy clients. A modern client opens a new one for each request, which is not listed here. */
    private final Set<RelayLine> lines = ConcurrentHashMap.newKeySet();

    private ConnectorFactory(
            ServerConfig serverConfig,
            Configuration configuration,
            GatewayEngine engine,
            Connector connector,
            Log log) {
        this.serverConfig = serverConfig;
        this.engine = engine;
        this.states = engine.stateCipher();
        this.identity = "@" + engine.identity(serverConfig);
        this.bind = configuration.cursor().bind();
        this.isolationMode = configuration.serving().sharing().forServer(serverConfig);
        this.catalog = configuration.catalogs().forServer(serverConfig.name());
        this.connector = connector;
        this.log = log;
        this.sharedConnections = new SharedConnections(
                serverConfig.name(),
                connector,
                serverConfig.timeouts().start(),
                configuration.serving().sharing().idle(),
                catalog,
                notification -> engine.onServerChanged(serverConfig.name(), notification),
                engine.parkedCallIds(),
                log);
    }

    /**
     * Creates the endpoint for a server that is started as a process or called by URL.
     *
     * @param processes limits the running processes of all servers together
     * @param traceSpans null for no spans
     */
    public static ConnectorFactory of(
            ServerConfig serverConfig,
            Configuration configuration,
            GatewayEngine engine,
            PermitPool processes,
            @Nullable TraceSpans traceSpans,
            Log log) {
        int maxMessageBytes = configuration.maxMessageBytes();
        Connector connector = serverConfig.url() == null
                ? new ProcessConnector(serverConfig, maxMessageBytes, processes)
                : new HttpConnector(new HttpUpstream(
                        serverConfig, maxMessageBytes, Logins.credentials(serverConfig, configuration, log), log));
        Connector observed = traceSpans == null ? connector : new TracedConnector(connector, serverConfig, traceSpans);
        return new ConnectorFactory(serverConfig, configuration, engine, observed, log);
    }

    @Override
    public String name() {
        return serverConfig.name();
    }

    @Override
    public ServerLine open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable ended)
            throws IOException, BusyException {
        CallerContexts callerContexts = guards(authenticatedCaller, session);
        if (isolationMode == IsolationMode.SESSION) {
            return told(line(
                    TranslationFactory.either(connector.connect(), era, this::again),
                    client,
                    callerContexts,
                    new ServerKnowledge(catalog),
                    ended));
        }
        String key = isolationMode == IsolationMode.CALLER ? authenticatedCaller.subject() : EVERYONE;
        SharedConnections.Way branch = sharedConnections.way(key, clientAbilities.extensionsAlone());
        return told(line(
                TranslationFactory.legacy(branch.upstream(), branch.opened()), client, callerContexts, branch.known(), ended));
    }

    private Upstream again() throws IOException {
        try {
            return connector.connect();
        } catch (BusyException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private RelayLine told(RelayLine session) {
        lines.add(session);
        return session;
    }

    @Override
    public void reconfigured() {
        lines.removeIf(RelayLine::isOver);
        lines.forEach(RelayLine::reconfigured);
    }

    /** Opens a session for one request. Isolation by session becomes isolation by caller. */
    @Override
    public ServerLine once(AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws BusyException {
        CallerContexts callerContexts = guards(authenticatedCaller, null);
        try {
            // on a connection that several callers share, an input request could reach the wrong caller
            boolean shared = isolationMode == IsolationMode.SHARED;
            SharedConnections.Way branch = sharedConnections.way(
                    shared ? EVERYONE : authenticatedCaller.subject(),
                    shared ? clientAbilities.extensionsAlone() : clientAbilities);
            String caller = authenticatedCaller.subject() + identity;
            Upstream translated = TranslationFactory.modern(branch.upstream(), branch.opened(), states, caller);
            return line(translated, client, callerContexts, branch.known(), () -> {});
        } catch (IOException e) {
            return line(UnavailableUpstream.because(e), client, callerContexts, new ServerKnowledge(), () -> {});
        }
    }

    private RelayLine line(
            Upstream upstream,
            Peer client,
            CallerContexts callerContexts,
            ServerKnowledge serverKnowledge,
            Runnable ended) {
        return RelayLine.over(
                name(),
                upstream,
                client,
                callerContexts,
                serverKnowledge,
                serverConfig.timeouts().request(),
                ended,
                log);
    }

    @Override
    public @Nullable String serverOf(AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        CallerContext callerContext = guards(authenticatedCaller, session).get();
        return callerContext.engine().findServer(ToolCall.of(name(), "", callerContext.caller()), cursor);
    }

    @Override
    public ServerLine kept(AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client) {
        return RelayLine.kept(name(), client, guards(authenticatedCaller, session), log);
    }

    /** Returns the contexts of a caller. All anonymous callers share one, unless cursors are bound to sessions. */
    private CallerContexts guards(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
        boolean boundToSession = session != null && bind == CursorConfig.Bind.SESSION;
        String subject = boundToSession ? "session " + session : authenticatedCaller.subject();
        String sessionId = session == null ? "" : session;
        String readerName = authenticatedCaller.networkAddress().isEmpty()
                ? authenticatedCaller.subject()
                : authenticatedCaller.subject() + " at " + authenticatedCaller.networkAddress();
        return engine.callerContexts(
                subject + identity,
                authenticatedCaller.tier(),
                authenticatedCaller.subject() + identity,
                sessionId,
                readerName);
    }

    @Override
    public Duration opening() {
        return serverConfig.timeouts().start();
    }

    @Override
    public void tend() {
        lines.removeIf(RelayLine::isOver);
        sharedConnections.tend();
        connector.tend();
    }

    @Override
    public void close() {
        sharedConnections.close();
        connector.close();
    }
}
