package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.Standings;
import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.backend.ServerLine;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Peer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A server of which it is noted when it cannot be had. */
record Watched(ServerBackend server, Standings standings) implements ServerBackend {

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public ServerLine open(Caller caller, String session, Peer client, Runnable ended)
            throws IOException, BusyException {
        try {
            return server.open(caller, session, client, ended);
        } catch (IOException e) {
            standings.tried(name(), false);
            throw e;
        }
    }

    @Override
    public ServerLine once(Caller caller, Abilities abilities, Peer client) throws IOException, BusyException {
        return server.once(caller, abilities, client);
    }

    @Override
    public boolean owns(Caller caller, @Nullable String session, String cursor) {
        return server.owns(caller, session, cursor);
    }

    @Override
    public ServerLine kept(Caller caller, @Nullable String session, Peer client) {
        return server.kept(caller, session, client);
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
