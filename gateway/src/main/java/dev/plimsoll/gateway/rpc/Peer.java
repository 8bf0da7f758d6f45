package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import java.io.IOException;

/** The other end of a connection. Thread-safe. */
public interface Peer {

    /**
     * Sends one message, given as slices. Blocks while the other end does not read.
     *
     * @throws IOException if the other end is closed
     */
    void send(Slice... pieces) throws IOException;

    /** Reports that a request of this peer was cancelled and gets no response. */
    default void onCancelled() {}
}
