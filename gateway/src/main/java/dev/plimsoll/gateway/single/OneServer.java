package dev.plimsoll.gateway.single;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.Places;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.backend.ServerLine;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.Isolation;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.era.Bridges;
import dev.plimsoll.gateway.era.KnownEra;
import dev.plimsoll.gateway.era.StateSeal;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.login.Logins;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.proxy.Guards;
import dev.plimsoll.gateway.proxy.Known;
import dev.plimsoll.gateway.trace.Traces;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpServer;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.model.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One server of the configuration, for all who call it. */
public final class OneServer implements ServerBackend {

    private static final String EVERYONE = "";

    private final Server server;
    private final OpenEngine engine;
    private final CursorSettings.Bind bind;
    private final Isolation isolation;
    private final Catalog catalog;
    private final Connector connector;
    private final Shares shares;
    private final KnownEra era = new KnownEra();
    private final StateSeal states;
    private final String identity;
    private final Log log;
    /** Of clients with a session: who else asks anew each time. */
    private final Set<RelayLine> lines = ConcurrentHashMap.newKeySet();

    private OneServer(Server server, Configuration configuration, OpenEngine engine, Connector connector, Log log) {
        this.server = server;
        this.engine = engine;
        this.states = engine.states();
        this.identity = "@" + engine.identity(server);
        this.bind = configuration.cursor().bind();
        this.isolation = configuration.serving().sharing().of(server);
        this.catalog = configuration.catalogs().of(server.name());
        this.connector = connector;
        this.log = log;
        this.shares = new Shares(
                server.name(),
                connector,
                server.timeouts().start(),
                configuration.serving().sharing().idle(),
                catalog,
                notification -> engine.changed(server.name(), notification),
                engine.tickets(),
                log);
    }

    /**
     * A server that is started as a program, or called.
     *
     * @param processes how many may run at a time, of all servers
     * @param traces null: none are wanted
     */
    public static OneServer of(
            Server server,
            Configuration configuration,
            OpenEngine engine,
            Places processes,
            @Nullable Traces traces,
            Log log) {
        int most = configuration.maxMessageBytes();
        Connector connector = server.url() == null
                ? new ProcessConnector(server, most, processes)
                : new HttpConnector(new HttpServer(server, most, Logins.of(server, configuration, log), log));
        Connector seen = traces == null ? connector : new TracedConnector(connector, server, traces);
        return new OneServer(server, configuration, engine, seen, log);
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public ServerLine open(Caller caller, String session, Abilities abilities, Peer client, Runnable ended)
            throws IOException, BusyException {
        Guards guards = guards(caller, session);
        if (isolation == Isolation.SESSION) {
            return told(line(
                    Bridges.either(connector.connect(), era, this::again), client, guards, new Known(catalog), ended));
        }
        String key = isolation == Isolation.CALLER ? caller.subject() : EVERYONE;
        Shares.Way way = shares.way(key, abilities.extensionsAlone());
        return told(line(Bridges.legacy(way.upstream(), way.opened()), client, guards, way.known(), ended));
    }

    private Upstream again() throws IOException {
        try {
            return connector.connect();
        } catch (BusyException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private RelayLine told(RelayLine line) {
        lines.add(line);
        return line;
    }

    @Override
    public void reconfigured() {
        lines.removeIf(RelayLine::isOver);
        lines.forEach(RelayLine::reconfigured);
    }

    /** Without a session there is nothing to start a server for but the caller. */
    @Override
    public ServerLine once(Caller caller, Abilities abilities, Peer client) throws BusyException {
        Guards guards = guards(caller, null);
        try {
            // of those who share a server nobody knows whom it would ask
            boolean shared = isolation == Isolation.SHARED;
            Shares.Way way =
                    shares.way(shared ? EVERYONE : caller.subject(), shared ? abilities.extensionsAlone() : abilities);
            String whose = caller.subject() + identity;
            Upstream bridged = Bridges.modern(way.upstream(), way.opened(), states, whose);
            return line(bridged, client, guards, way.known(), () -> {});
        } catch (IOException e) {
            return line(Gone.because(e), client, guards, new Known(), () -> {});
        }
    }

    private RelayLine line(Upstream upstream, Peer client, Guards guards, Known known, Runnable ended) {
        return RelayLine.over(
                name(), upstream, client, guards, known, server.timeouts().request(), ended, log);
    }

    @Override
    public @Nullable String serverOf(Caller caller, @Nullable String session, String cursor) {
        Guard guard = guards(caller, session).get();
        return guard.engine().server(ToolCall.of(name(), "", guard.caller()), cursor);
    }

    @Override
    public ServerLine kept(Caller caller, @Nullable String session, Peer client) {
        return RelayLine.kept(name(), client, guards(caller, session), log);
    }

    /** Where nobody has to say who they are, callers are all the same, unless cursors belong to sessions. */
    private Guards guards(Caller caller, @Nullable String session) {
        boolean bound = session != null && bind == CursorSettings.Bind.SESSION;
        String subject = bound ? "session " + session : caller.subject();
        String conversation = session == null ? "" : session;
        String reader = caller.place().isEmpty() ? caller.subject() : caller.subject() + " at " + caller.place();
        return engine.guards(subject + identity, caller.tier(), caller.subject() + identity, conversation, reader);
    }

    @Override
    public Duration opening() {
        return server.timeouts().start();
    }

    @Override
    public void tend() {
        lines.removeIf(RelayLine::isOver);
        shares.tend();
        connector.tend();
    }

    @Override
    public void close() {
        shares.close();
        connector.close();
    }
}
