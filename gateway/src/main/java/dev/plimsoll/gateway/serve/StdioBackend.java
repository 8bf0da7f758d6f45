package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.http.Backend;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server that is started as a program. */
final class StdioBackend implements Backend {

    private static final Duration TERMINATE = Duration.ofSeconds(1);

    private final Server server;
    private final OpenEngine engine;
    private final CursorSettings.Bind bind;
    private final int maxMessageBytes;

    StdioBackend(Server server, OpenEngine engine, CursorSettings.Bind bind, int maxMessageBytes) {
        this.server = server;
        this.engine = engine;
        this.bind = bind;
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public Upstream start() throws UpstreamException {
        Patience patience = new Patience(server.timeouts().stop(), TERMINATE);
        return ServerProcess.start(server, maxMessageBytes, patience);
    }

    /** Where nobody has to say who they are, callers are all the same, unless cursors belong to sessions. */
    @Override
    public Guard guard(Caller caller, String session) {
        boolean bound = bind == CursorSettings.Bind.SESSION;
        String subject = bound ? "session " + session : caller.subject();
        return engine.guard(subject + "@" + engine.identity(server), caller.tier());
    }

    @Override
    public Duration opening() {
        return server.timeouts().start();
    }

    @Override
    public @Nullable Duration patience() {
        return server.timeouts().request();
    }
}
