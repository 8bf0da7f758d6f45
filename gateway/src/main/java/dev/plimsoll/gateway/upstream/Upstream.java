package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.rpc.Peer;

/** A connection to an MCP server. Many threads may send. */
public interface Upstream extends Peer, AutoCloseable {

    /** Begins to tell what the server says; called once, before anything is sent. */
    void start(UpstreamListener upstreamListener);

    /**
     * From now on a response may wait for what the server says by itself: nobody hears that but those who wait for a
     * response. For connections on which both come by different ways.
     */
    default void holdResponses() {}

    /** Ends the connection, and a server that is ours, if need be by force. Returns within the time that was set for it. */
    @Override
    void close();
}
