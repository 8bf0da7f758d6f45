package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.rpc.Peer;

/** A connection to an MCP server. Thread-safe for sending. */
public interface Upstream extends Peer, AutoCloseable {

    /** Starts to pass messages to the listener. Must be called once, before anything is sent. */
    void start(UpstreamListener upstreamListener);

    /**
     * Lets responses wait for notifications of the server, which only clients with a pending request can receive. For
     * connections on which the two arrive on different streams.
     */
    default void holdResponses() {}

    /**
     * Ends the connection, and the server process if Plimsoll started it, by force if necessary. Returns within the
     * configured time.
     */
    @Override
    void close();
}
