package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.backend.Places;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.proxy.Known;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.wire.Peer;
import java.io.IOException;
import java.time.Duration;

/** A server that is started as a program. */
public final class StdioBackend implements Backend {

    private static final Duration TERMINATE = Duration.ofSeconds(1);

    private final Server server;
    private final OpenEngine engine;
    private final CursorSettings.Bind bind;
    private final int maxMessageBytes;
    private final Places processes;
    private final Log log;

    public StdioBackend(
            Server server,
            OpenEngine engine,
            CursorSettings.Bind bind,
            int maxMessageBytes,
            Places processes,
            Log log) {
        this.server = server;
        this.engine = engine;
        this.bind = bind;
        this.maxMessageBytes = maxMessageBytes;
        this.processes = processes;
        this.log = log;
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public Line open(Caller caller, String session, Peer client, Runnable ended) throws IOException, BusyException {
        return RelayLine.over(
                name(),
                start(),
                client,
                guard(caller, session),
                new Known(),
                server.timeouts().request(),
                ended,
                log);
    }

    @Override
    public Line once(Caller caller, Peer client) throws IOException {
        throw new IOException("not yet");
    }

    private Upstream start() throws IOException, BusyException {
        processes.take();
        try {
            Patience patience = new Patience(server.timeouts().stop(), TERMINATE);
            return new Placed(ServerProcess.start(server, maxMessageBytes, patience), processes);
        } catch (IOException | RuntimeException e) {
            processes.give();
            throw e;
        }
    }

    /** Where nobody has to say who they are, callers are all the same, unless cursors belong to sessions. */
    private Guard guard(Caller caller, String session) {
        boolean bound = bind == CursorSettings.Bind.SESSION;
        String subject = bound ? "session " + session : caller.subject();
        String of = "@" + engine.identity(server);
        return engine.guard(subject + of, caller.tier(), caller.subject() + of);
    }

    @Override
    public Duration opening() {
        return server.timeouts().start();
    }

    @Override
    public void tend() {
        // nothing is kept
    }

    @Override
    public void close() {
        // nothing is kept
    }
}
