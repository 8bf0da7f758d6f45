package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One server behind an address. What is kept of its results can be read without it. */
public interface ServerBackend extends Endpoint {

    @Override
    ServerLine open(AuthenticatedCaller authenticatedCaller, String session, ClientAbilities clientAbilities, Peer client, Runnable ended)
            throws IOException, BusyException;

    @Override
    ServerLine once(AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) throws IOException, BusyException;

    /** Another configuration is in force: clients with a session are told if the server's listing is another by that. */
    default void reconfigured() {}

    /**
     * Returns the name that the server had whose result this cursor, or URI of ours, reads for this caller; null where that is
     * another server. Servers with one identity and several names read each other's results.
     *
     * @param session null for a request without one
     */
    @Nullable String serverOf(AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor);

    /**
     * A line that needs no server: it opens, reads on in what is kept of the server's results, and has nothing else.
     *
     * @param session null for a request without one
     */
    ServerLine kept(AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client);
}
