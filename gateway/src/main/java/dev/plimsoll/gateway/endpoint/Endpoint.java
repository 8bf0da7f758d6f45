package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.time.Duration;

/** What stands behind an address. */
public interface Endpoint extends AutoCloseable {

    /** The name of what stands for all servers; none of them can be called so. */
    String ALL = "*";

    /** What the address is called. */
    String name();

    /**
     * A line for a client that opens a session, of the revisions up to 2025-11-25.
     *
     * @param clientAbilities what the client says that it can do, where it says so before it is opened
     * @param client gets what the server says by itself
     * @param ended run when the server has ended, by itself or because the line was closed; maybe before this returns
     * @throws IOException when the server cannot be had, in words for people
     * @throws BusyException when there are too many already
     */
    EndpointSession open(AuthenticatedCaller authenticatedCaller, String session, ClientAbilities clientAbilities, Peer client, Runnable ended)
            throws IOException, BusyException;

    /**
     * A line for one request that says all about itself, as from 2026-07-28 on; otherwise the same.
     *
     * @param clientAbilities what the request says that its client can be asked
     */
    EndpointSession once(AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) throws IOException, BusyException;

    /** How long it may take until the first answer. */
    Duration opening();

    /** Looks after what is kept for later; to be called now and then. */
    void tend();

    /** Ends what is left when all lines are closed. */
    @Override
    void close();
}
