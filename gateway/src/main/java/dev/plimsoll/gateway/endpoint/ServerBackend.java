package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.model.Document;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Endpoint for one server. Stored results of the server can be read without the server. */
public interface ServerBackend extends Endpoint {

    @Override
    ServerSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable onClosed)
            throws IOException, BusyException;

    @Override
    ServerSession openForRequest(AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException;

    /** Notifies the clients with a session if a new configuration changes the tool list. */
    default void onReconfigured() {}

    /**
     * Returns the name that this server had when the result of this cursor or Plimsoll URI was stored; null if the
     * result is from another server. Servers with the same identity and different names can read each other's results.
     *
     * @param session null for a request without a session
     */
    @Nullable String findServer(AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor);

    /**
     * Returns the document of a result of this server that is stored for the caller; null if the result is from another
     * server.
     *
     * @param session null for a request without a session
     * @throws dev.plimsoll.model.RefusedException if the caller cannot read it
     */
    @Nullable Document findDocument(AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor);

    /**
     * Returns the context for the stored results of a caller of this server; null if they cannot be read at this
     * endpoint.
     *
     * @param session null for a request without a session
     */
    @Nullable CallerContext callerContext(AuthenticatedCaller authenticatedCaller, @Nullable String session);

    /**
     * Opens a session that does not use the server: it answers the initialization and follow-up reads of the server's
     * stored results, and offers nothing else.
     *
     * @param session null for a request without a session
     */
    ServerSession openSnapshotSession(AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client);
}
