package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;

/** A client's connection to an endpoint. Thread-safe. */
public interface EndpointSession extends AutoCloseable {

    /**
     * Handles a message of the client, or a batch. Never throws: {@code requester} gets the response, or is notified
     * that there is none.
     */
    void handle(ReceivedMessages received, Peer requester);

    /** Returns whether no request is pending, except requests that workers decide or answer now. */
    boolean isIdle();

    /** Cancels overdue requests, and reopens connections to unavailable servers; must be called regularly. */
    void runMaintenance();

    /** Cancels all pending requests of the client, and notifies the server. */
    void cancel();

    /** Closes the session and a server that was started for it alone, and waits until that server has stopped. */
    @Override
    void close();
}
