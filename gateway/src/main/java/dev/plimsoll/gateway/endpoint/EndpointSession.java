package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;

/** A client's connection to an endpoint. Thread-safe. */
public interface EndpointSession extends AutoCloseable {

    /**
     * Handles a message of the client, or a batch. Never throws: the response, or the fact that there is none, is sent
     * to {@code reply}.
     */
    void hear(Slice body, Peer reply);

    /** Returns whether no request is pending. */
    boolean isIdle();

    /** Cancels requests that have been pending too long; must be called regularly. */
    void expire();

    /** Cancels all pending requests of the client, and tells the server. */
    void cancel();

    /** Closes the session and a server that was started for it alone, and waits until that server has ended. */
    @Override
    void close();
}
