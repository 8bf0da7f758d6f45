package dev.plimsoll.gateway.rpc;

/** Takes requests as a client sends them, with a peer for each response. */
@FunctionalInterface
public interface RequestTarget {

    /** Handles a request, or a cancellation. {@code reply} gets the response, or is notified that there is none. */
    void handle(ReceivedMessages received, Peer reply);
}
