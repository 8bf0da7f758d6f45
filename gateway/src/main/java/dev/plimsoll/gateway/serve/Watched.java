package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.Standings;
import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.backend.ServerLine;
import dev.plimsoll.gateway.trace.Traces;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Peer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A server of which it is noted when it cannot be had.
 *
 * @param traces null: none are wanted
 */
record Watched(
        ServerBackend server, Standings standings, @Nullable Traces traces) implements ServerBackend {

    private ServerLine traced(ServerLine line, @Nullable String session) {
        return traces == null ? line : traces.of(line, name(), session);
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public ServerLine open(Caller caller, String session, Abilities abilities, Peer client, Runnable ended)
            throws IOException, BusyException {
        try {
            return traced(server.open(caller, session, abilities, client, ended), session);
        } catch (IOException e) {
            standings.tried(name(), false);
            throw e;
        }
    }

    @Override
    public ServerLine once(Caller caller, Abilities abilities, Peer client) throws IOException, BusyException {
        return traced(server.once(caller, abilities, client), null);
    }

    @Override
    public void reconfigured() {
        server.reconfigured();
    }

    @Override
    public @Nullable String serverOf(Caller caller, @Nullable String session, String cursor) {
        return server.serverOf(caller, session, cursor);
    }

    @Override
    public ServerLine kept(Caller caller, @Nullable String session, Peer client) {
        return traced(server.kept(caller, session, client), session);
    }

    @Override
    public Duration opening() {
        return server.opening();
    }

    @Override
    public void tend() {
        server.tend();
    }

    @Override
    public void close() {
        server.close();
    }
}
