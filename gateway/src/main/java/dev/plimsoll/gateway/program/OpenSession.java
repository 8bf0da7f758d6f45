package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;

/**
 * Session with the endpoint, which programs use for their calls. If the session was opened for one request,
 * it must stay open while programs wait for input: they make further calls when the client sends the input
 * with another request. So it closes when the last of these programs has ended.
 */
final class OpenSession {

    private final EndpointSession session;
    private final boolean isForRequest;
    private int holdCount;
    private boolean isClosing;

    /** @param isForRequest whether the session was opened for one request, as from revision 2026-07-28 on */
    OpenSession(EndpointSession session, boolean isForRequest) {
        this.session = session;
        this.isForRequest = isForRequest;
    }

    /** Returns whether the session was opened for one request. A program may then run longer than that request. */
    boolean isForRequest() {
        return isForRequest;
    }

    void handle(ReceivedMessages received, Peer reply) {
        session.handle(received, reply);
    }

    /** Keeps the session open until {@link #release}. */
    synchronized void hold() {
        holdCount++;
    }

    /** Ends a {@link #hold}. */
    void release() {
        boolean closes;
        synchronized (this) {
            closes = --holdCount == 0 && isClosing;
        }
        if (closes) {
            session.close();
        }
    }

    /** Closes the session: immediately if no program holds it, else when the last program releases it. */
    void close() {
        boolean closes;
        synchronized (this) {
            isClosing = true;
            closes = holdCount == 0;
        }
        if (closes) {
            session.close();
        }
    }
}
