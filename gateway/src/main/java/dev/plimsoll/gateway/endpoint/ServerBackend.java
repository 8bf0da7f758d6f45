package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Endpoint for one server. Stored results of the server can be read without the server. */
public interface ServerBackend extends Endpoint {

    @Override
    ServerLine open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable ended)
            throws IOException, BusyException;

    @Override
    ServerLine once(AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException;

    /** Tells the clients with a session that the tool list has changed, if the new configuration changes it. */
    default void reconfigured() {}

    /**
     * Returns the server of the result that this cursor or Plimsoll URI reads for this caller, by its name when the
     * result was stored; null if the result belongs to another server. Servers with one identity and several names read
     * each other's results.
     *
     * @param session null for a request without a session
     */
    @Nullable String serverOf(AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor);

    /**
     * Opens a session that does not use the server: it answers the initialization and follow-up reads of the server's
     * stored results, and offers nothing else.
     *
     * @param session null for a request without a session
     */
    ServerLine kept(AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client);
}
