package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;

/**
 * Session with the endpoint, through which the calls of programs go. If it was opened for one request, it stays open until the
 * programs that wait for input have ended: they make further calls when the client sends the input with another request.
 */
final class OpenSession {

    private final EndpointSession session;
    private final boolean isForRequest;
    private int holds;
    private boolean isClosing;

    /** @param isForRequest whether the session was opened for one request, as from revision 2026-07-28 on */
    OpenSession(EndpointSession session, boolean isForRequest) {
        this.session = session;
        this.isForRequest = isForRequest;
    }

    /** Returns whether a program may outlive the request that started it. */
    boolean isForRequest() {
        return isForRequest;
    }

    void handle(ReceivedMessages received, Peer reply) {
        session.handle(received, reply);
    }

    /** Keeps the session open until {@link #release}. */
    synchronized void hold() {
        holds++;
    }

    void release() {
        boolean closes;
        synchronized (this) {
            closes = --holds == 0 && isClosing;
        }
        if (closes) {
            session.close();
        }
    }

    /** Closes the session, now or when the last program has ended. */
    void close() {
        boolean closes;
        synchronized (this) {
            isClosing = true;
            closes = holds == 0;
        }
        if (closes) {
            session.close();
        }
    }
}
