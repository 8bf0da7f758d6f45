package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;

/**
 * Reference-counted session with the endpoint, through which programs call tools. It stays open while a program holds
 * it, because a program that waited for input makes further calls after the request that opened the session has
 * ended.
 */
final class OpenSession {

    private final EndpointSession session;
    private final boolean isForRequest;
    private int holdCount;
    private boolean isClosing;

    /** @param isForRequest whether the session was opened for one request, as in revision 2026-07-28 and later */
    OpenSession(EndpointSession session, boolean isForRequest) {
        this.session = session;
        this.isForRequest = isForRequest;
    }

    /** Returns whether the session was opened for one request. A program may then run longer than that request. */
    boolean isForRequest() {
        return isForRequest;
    }

    void handle(ReceivedMessages received, Peer requester) {
        session.handle(received, requester);
    }

    /** Keeps the session open until {@link #release}. */
    synchronized void hold() {
        holdCount++;
    }

    /** Ends one {@link #hold}. Closes the session if {@link #close} was called and no program holds it any more. */
    void release() {
        boolean canClose;
        synchronized (this) {
            canClose = --holdCount == 0 && isClosing;
        }
        if (canClose) {
            session.close();
        }
    }

    /** Closes the session: immediately if no program holds it, else when the last program releases it. */
    void close() {
        boolean canClose;
        synchronized (this) {
            isClosing = true;
            canClose = holdCount == 0;
        }
        if (canClose) {
            session.close();
        }
    }
}
