package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.RequestStateCipher;
import dev.plimsoll.gateway.era.TranslationFactory;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;
import dev.plimsoll.model.Document;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Endpoint of one configured server. It connects clients to the server. */
public final class SingleServerBackend implements ServerBackend {

    private static final String SHARED_KEY = "";

    private final ServerConfig serverConfig;
    private final GatewayEngine engine;
    private final CursorConfig.Bind bind;
    private final IsolationMode isolationMode;
    private final Supplier<ServerKnowledge> knowledgeFactory;
    private final Connector connector;
    private final SharedConnections sharedConnections;
    private final KnownEra era = new KnownEra();
    private final RequestStateCipher stateCipher;
    private final String serverSuffix;
    private final Log log;
    /** Open sessions of legacy clients. Sessions for single requests of modern clients are not included. */
    private final Set<RelayServerSession> sessions = ConcurrentHashMap.newKeySet();

    private SingleServerBackend(
            ServerConfig serverConfig,
            Configuration configuration,
            GatewayEngine engine,
            Connector connector,
            Supplier<ServerKnowledge> knowledgeFactory,
            Log log) {
        this.serverConfig = serverConfig;
        this.engine = engine;
        this.stateCipher = engine.stateCipher();
        this.serverSuffix = "@" + engine.identity(serverConfig);
        this.bind = configuration.cursor().bind();
        this.isolationMode = configuration.serving().sharing().forServer(serverConfig);
        this.knowledgeFactory = knowledgeFactory;
        this.connector = connector;
        this.log = log;
        this.sharedConnections = new SharedConnections(
                serverConfig.name(),
                connector,
                serverConfig.timeouts().start(),
                configuration.serving().sharing().idle(),
                knowledgeFactory,
                notification -> engine.onServerChanged(serverConfig.name(), notification),
                engine.parkedCallIds(),
                log);
    }

    /**
     * Creates the endpoint for a server that is started as a process or called by URL.
     *
     * @param resources resources that all endpoints share
     */
    public static SingleServerBackend of(
            ServerConfig serverConfig,
            Configuration configuration,
            GatewayEngine engine,
            SharedResources resources,
            Log log) {
        int maxMessageBytes = configuration.maxMessageBytes();
        ServerFilters filters = new ServerFilters(serverConfig, resources.traceSpans());
        Connector connector = serverConfig.url() == null
                ? new ProcessConnector(filters, maxMessageBytes, resources.processes(), log)
                : new HttpConnector(
                        new HttpUpstream(
                                serverConfig,
                                maxMessageBytes,
                                Logins.createCredentials(serverConfig, configuration, log),
                                log),
                        filters);
        return new SingleServerBackend(
                serverConfig,
                configuration,
                engine,
                connector,
                () -> new ServerKnowledge(
                        configuration.catalogs().forServer(serverConfig.name()),
                        engine.pins().forConnection(serverConfig),
                        tool -> resources.fields().find(serverConfig.name(), tool)),
                log);
    }

    @Override
    public String name() {
        return serverConfig.name();
    }

    @Override
    public ServerSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable onClosed)
            throws IOException, BusyException {
        CallerContexts callerContexts = callerContexts(authenticatedCaller, session);
        String holder = authenticatedCaller.holder();
        if (isolationMode == IsolationMode.SESSION) {
            return register(createSession(
                    TranslationFactory.createDetectingServer(connector.connect(holder), era, () -> reconnect(holder)),
                    client,
                    callerContexts,
                    knowledgeFactory.get(),
                    onClosed));
        }
        String key = isolationMode == IsolationMode.CALLER ? authenticatedCaller.subject() : SHARED_KEY;
        SharedConnections.ClientUpstream clientUpstream =
                sharedConnections.openUpstream(key, clientAbilities.withExtensionsOnly(), holder);
        return register(createSession(
                FilterChain.of(
                        clientUpstream.upstream(),
                        List.of(TranslationFactory.createForLegacyClient(clientUpstream.handshake()))),
                client,
                callerContexts,
                clientUpstream.serverKnowledge(),
                onClosed));
    }

    private Upstream reconnect(String holder) throws IOException {
        try {
            return connector.connect(holder);
        } catch (BusyException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private RelayServerSession register(RelayServerSession session) {
        sessions.add(session);
        return session;
    }

    @Override
    public void onReconfigured() {
        sessions.removeIf(RelayServerSession::isClosed);
        sessions.forEach(RelayServerSession::onReconfigured);
    }

    /** Opens a session for one request. For isolation by session, uses isolation by caller. */
    @Override
    public ServerSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws BusyException {
        CallerContexts callerContexts = callerContexts(authenticatedCaller, null);
        try {
            // on a connection that several callers share, an input request could reach the wrong caller
            boolean isShared = isolationMode == IsolationMode.SHARED;
            SharedConnections.ClientUpstream clientUpstream = sharedConnections.openUpstream(
                    isShared ? SHARED_KEY : authenticatedCaller.subject(),
                    isShared ? clientAbilities.withExtensionsOnly() : clientAbilities,
                    authenticatedCaller.holder());
            String caller = authenticatedCaller.subject() + serverSuffix;
            MessageFilter translation = TranslationFactory.createForModernClient(
                    clientUpstream.handshake(), stateCipher, caller, clientUpstream.tasks());
            Upstream translatedUpstream = FilterChain.of(clientUpstream.upstream(), List.of(translation));
            return createSession(
                    translatedUpstream, client, callerContexts, clientUpstream.serverKnowledge(), () -> {});
        } catch (IOException e) {
            return createSession(UnavailableUpstream.from(e), client, callerContexts, new ServerKnowledge(), () -> {});
        }
    }

    private RelayServerSession createSession(
            Upstream upstream,
            Peer client,
            CallerContexts callerContexts,
            ServerKnowledge serverKnowledge,
            Runnable onClosed) {
        return RelayServerSession.open(
                name(),
                upstream,
                client,
                callerContexts,
                serverKnowledge,
                serverConfig.timeouts().request(),
                onClosed,
                log);
    }

    @Override
    public @Nullable String findServer(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        CallerContext callerContext =
                callerContexts(authenticatedCaller, session).get();
        ToolCall call = ToolCall.of(name(), "", callerContext.caller()).withSettings(callerContext.settings());
        return callerContext.engine().findServer(call, cursor);
    }

    @Override
    public @Nullable Document findDocument(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        return callerContexts(authenticatedCaller, session).get().findDocument(name(), cursor);
    }

    @Override
    public CallerContext callerContext(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
        return callerContexts(authenticatedCaller, session).get();
    }

    @Override
    public ServerSession openSnapshotSession(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client) {
        return RelayServerSession.openSnapshotSession(
                name(), client, callerContexts(authenticatedCaller, session), log);
    }

    /** Returns the contexts of a caller. Anonymous callers share one context, unless cursors are bound to sessions. */
    private CallerContexts callerContexts(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
        boolean isBoundToSession = session != null && bind == CursorConfig.Bind.SESSION;
        String subject = isBoundToSession ? "session " + session : authenticatedCaller.subject();
        String sessionId = session == null ? "" : session;
        String holder = authenticatedCaller.holder();
        return engine.callerContexts(
                subject + serverSuffix,
                authenticatedCaller.tier(),
                authenticatedCaller.subject() + serverSuffix,
                sessionId,
                holder,
                authenticatedCaller.claims());
    }

    @Override
    public Duration startTimeout() {
        return serverConfig.timeouts().start();
    }

    @Override
    public void runMaintenance() {
        sessions.removeIf(RelayServerSession::isClosed);
        sharedConnections.closeUnused();
        connector.runMaintenance();
    }

    /** Ends all sessions with this server, and its processes and connections. No session may be opened afterward. */
    @Override
    public void close() {
        List<Thread> threads = sessions.stream()
                .map(session -> Thread.ofPlatform().start(session::close))
                .toList();
        sharedConnections.close();
        connector.close();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
