package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;

/** How a server is had once more. To add a way: write its class, name it in {@link ConnectorFactory}. */
interface Connector extends AutoCloseable {

    /**
     * A connection of its own.
     *
     * @throws IOException when it cannot be had, in words for people
     */
    Upstream connect() throws IOException, BusyException;

    /** Looks after what connections have in common; to be called now and then. */
    default void tend() {}

    /** Ends what connections have in common. */
    @Override
    default void close() {}
}
