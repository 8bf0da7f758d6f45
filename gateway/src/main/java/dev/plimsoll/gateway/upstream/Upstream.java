package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A connection to an MCP server. Many threads may send, one receives. */
public interface Upstream extends Peer, AutoCloseable {

    /**
     * The next message, not yet looked at; null once the server has ended. Every slice has bytes of its own.
     *
     * @throws dev.plimsoll.json.LineTooLongException for a message above the limit, which is skipped
     */
    @Nullable Slice receive() throws IOException;

    /** No more will be sent: a server that has nothing else to do ends now. */
    void endInput();

    /** How the server ended, in words; known once {@link #receive} has given null. */
    String ending();

    /** Ends the server, if need be by force, and all that it started. Returns within the time that was set for it. */
    @Override
    void close();
}
