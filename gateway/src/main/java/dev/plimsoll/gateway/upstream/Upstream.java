package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.rpc.Peer;

/** A connection to an MCP server. Thread-safe for sending. */
public interface Upstream extends Peer, AutoCloseable {

    /** Starts to pass messages to the listener. Must be called once, before anything is sent. */
    void start(UpstreamListener upstreamListener);

    /**
     * Delays responses until the notifications that belong to them have arrived. Called for clients that can
     * only receive notifications while a request is pending. Has an effect only on connections on which
     * notifications arrive on another stream than responses.
     */
    default void holdResponses() {}

    /**
     * Ends the connection. If Plimsoll has started the server's process, ends the process too, by force if
     * necessary. Returns within the configured time.
     */
    @Override
    void close();
}
