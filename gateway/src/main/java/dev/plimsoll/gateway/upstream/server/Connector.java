package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;

/** Opens connections to a server. To add a transport, write a class and register it in {@link SingleServerBackend}. */
interface Connector extends AutoCloseable {

    /**
     * Opens a new connection.
     *
     * @param holder the caller that uses the connection, or {@link dev.plimsoll.gateway.endpoint.FairPool#GATEWAY}
     * @throws IOException if the connection cannot be opened; the message is written for users
     */
    Upstream connect(String holder) throws IOException, BusyException;

    /** Maintains the state that the connections share. Called periodically. */
    default void runMaintenance() {}

    /** Releases the state that the connections share. */
    @Override
    default void close() {}
}
