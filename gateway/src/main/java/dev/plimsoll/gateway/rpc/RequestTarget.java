package dev.plimsoll.gateway.rpc;

/** Handles requests in the form in which a client sends them. Each request has its own peer for the response. */
@FunctionalInterface
public interface RequestTarget {

    /**
     * Handles a request, or a cancellation. {@code requester} receives the response, or is notified that the
     * request was cancelled.
     */
    void handle(ReceivedMessages received, Peer requester);
}
