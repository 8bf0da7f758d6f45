package dev.plimsoll.gateway.rpc;

import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;

/** The other end of a connection. Thread-safe. */
public interface Peer {

    /**
     * Sends one message. Blocks while the other end does not read.
     *
     * @throws IOException if the other end is closed
     */
    void send(Message message) throws IOException;

    /** Passes the receipt (the numbers of the call) for the answer that this peer gets. Called before the response. */
    default void onReceipt(Receipt receipt) {}

    /** Returns whether this peer is a program of {@code plimsoll_run}, which gets whole results. */
    default boolean isProgram() {
        return false;
    }

    /**
     * Returns whether this peer lists tools for the operator. Such a listing includes tools that callers
     * cannot see, and has an entry for each tool in every catalog mode.
     */
    default boolean isInventory() {
        return false;
    }

    /**
     * Returns whether the requests of this peer must reach the server, even if the response cache could
     * answer them.
     */
    default boolean needsFreshResults() {
        return false;
    }

    /** Reports that a request of this peer was cancelled and gets no response. */
    default void onCancelled() {}
}
