package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import java.io.IOException;

/** The other end of a connection. Safe for use by many threads. */
public interface Peer {

    /**
     * Sends one message, given in pieces. Blocks while the other end does not read.
     *
     * @throws IOException when it is gone
     */
    void send(Slice... pieces) throws IOException;

    /** A request that came from this end gets no answer any more: it was cancelled. */
    default void onCancelled() {}
}
