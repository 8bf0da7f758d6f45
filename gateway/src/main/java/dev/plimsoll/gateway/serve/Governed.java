package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.Replaceable;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.Target;
import dev.plimsoll.policy.Policies;
import java.time.InstantSource;
import java.util.List;

/** What of a gateway takes another configuration while it runs. */
final class Governed implements Target {

    private final OpenEngine engine;
    private final List<ServerBackend> servers;
    private final Replaceable callers;
    private final Log log;
    private Access access;

    Governed(
            Configuration configuration, OpenEngine engine, List<ServerBackend> servers, Replaceable callers, Log log) {
        this.engine = engine;
        this.servers = List.copyOf(servers);
        this.callers = callers;
        this.log = log;
        this.access = configuration.serving().access();
    }

    /** Who need not say who they are today must not be shut out, nor let in, by an edit of a file. */
    @Override
    public List<String> objections(Configuration now, Configuration wanted) {
        boolean guarded = now.serving().access().guarded();
        return guarded == wanted.serving().access().guarded()
                ? List.of()
                : List.of(
                        "auth.tokens: whether callers have to say who they are cannot change while this runs; restart");
    }

    @Override
    public void take(Configuration configuration, Policies policies) {
        log.atLeast(Level.valueOf(configuration.logLevel().name()));
        engine.limit(OpenEngine.rateLimits(configuration));
        Access now = configuration.serving().access();
        if (!now.tokens().equals(access.tokens())) {
            callers.replace(Identification.of(now, InstantSource.system(), log));
        }
        access = now;
        engine.govern(policies);
        servers.forEach(ServerBackend::reconfigured);
    }
}
