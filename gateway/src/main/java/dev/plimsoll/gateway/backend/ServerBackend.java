package dev.plimsoll.gateway.backend;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Peer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One server behind an address. What is kept of its results can be read without it. */
public interface ServerBackend extends Backend {

    @Override
    ServerLine open(Caller caller, String session, Abilities abilities, Peer client, Runnable ended)
            throws IOException, BusyException;

    @Override
    ServerLine once(Caller caller, Abilities abilities, Peer client) throws IOException, BusyException;

    /** Another configuration is in force: clients with a session are told if the server's listing is another by that. */
    default void reconfigured() {}

    /**
     * Returns the name that the server had whose result this cursor, or URI of ours, reads for this caller; null where that is
     * another server. Servers with one identity and several names read each other's results.
     *
     * @param session null for a request without one
     */
    @Nullable String serverOf(Caller caller, @Nullable String session, String cursor);

    /**
     * A line that needs no server: it opens, reads on in what is kept of the server's results, and has nothing else.
     *
     * @param session null for a request without one
     */
    ServerLine kept(Caller caller, @Nullable String session, Peer client);
}
