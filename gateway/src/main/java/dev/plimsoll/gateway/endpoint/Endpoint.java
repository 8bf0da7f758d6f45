package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.time.Duration;

/** One server, or all servers together, behind a URL path. */
public interface Endpoint extends AutoCloseable {

    /** Name of the endpoint for all servers together. No server can have this name. */
    String ALL = "*";

    /** Returns the name of the server, or {@link #ALL}. */
    String name();

    /**
     * Opens a session for a client of the revisions up to 2025-11-25.
     *
     * @param clientAbilities the client's capabilities, if it declares them before the session opens
     * @param client receives the messages that the server sends on its own
     * @param onClosed runs when the server has closed, on its own or because the session was closed; possibly before
     *     this method returns
     * @throws IOException if the server is not available, with a message for users
     * @throws BusyException if a limit is reached, such as the number of sessions
     */
    EndpointSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable onClosed)
            throws IOException, BusyException;

    /**
     * Opens a session for a single request, which has all metadata itself, as in revision 2026-07-28 and later.
     *
     * @param clientAbilities the capabilities that the request declares
     */
    EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException;

    /** Returns the longest time until the first response. */
    Duration startTimeout();

    /** Maintains the idle resources; must be called regularly. */
    void runMaintenance();

    /** Closes the remaining resources, after all sessions are closed. */
    @Override
    void close();
}
