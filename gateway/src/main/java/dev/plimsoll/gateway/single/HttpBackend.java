package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.proxy.Known;
import dev.plimsoll.gateway.upstream.http.HttpServer;
import dev.plimsoll.gateway.wire.Peer;
import java.time.Duration;

/** A server that is called over HTTP: as many connections as there are clients, and one pool for all of them. */
public final class HttpBackend implements Backend {

    private final Server server;
    private final HttpServer http;
    private final OpenEngine engine;
    private final CursorSettings.Bind bind;
    private final Log log;
    private final Known known = new Known();

    public HttpBackend(Server server, HttpServer http, OpenEngine engine, CursorSettings.Bind bind, Log log) {
        this.server = server;
        this.http = http;
        this.engine = engine;
        this.bind = bind;
        this.log = log;
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public Line open(Caller caller, String session, Peer client, Runnable ended) {
        boolean bound = bind == CursorSettings.Bind.SESSION;
        Guard guard = guard(bound ? "session " + session : caller.subject(), caller);
        return line(client, guard, new Known(), ended);
    }

    @Override
    public Line once(Caller caller, Peer client) {
        return line(client, guard(caller.subject(), caller), known, () -> {});
    }

    private Guard guard(String subject, Caller caller) {
        return engine.guard(subject + "@" + engine.identity(server), caller.tier());
    }

    private Line line(Peer client, Guard guard, Known what, Runnable ended) {
        return RelayLine.over(
                name(), http.connect(), client, guard, what, server.timeouts().request(), ended, log);
    }

    @Override
    public Duration opening() {
        return server.timeouts().start();
    }

    @Override
    public void tend() {
        // connections that nobody uses end by themselves
    }

    @Override
    public void close() {
        http.close();
    }
}
