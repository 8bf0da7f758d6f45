package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.upstream.CallerThread;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A response that the thread of the request writes if it is available soon. Otherwise another thread writes it, so that
 * the client gets data while the thread of the request still waits for the server.
 */
final class WatchedResponse {

    private final Runnable delivery;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean isStarted = new AtomicBoolean();

    /** @param delivery writes the response; runs once, on the thread of the request or on another */
    WatchedResponse(Runnable delivery) {
        this.delivery = delivery;
    }

    /** Sends the request, and returns after it. The response may then still be in delivery on another thread. */
    void run(Runnable request, SlowResponseWatch slowResponseWatch) {
        slowResponseWatch.add(this);
        try {
            CallerThread.offerDuring(request);
        } finally {
            slowResponseWatch.remove(this);
            if (isStarted.compareAndSet(false, true)) {
                delivery.run();
            }
        }
    }

    /**
     * Returns whether the request began before the given time. If so, a new thread writes the response, unless a thread
     * has already begun to write it.
     */
    boolean deliverIfLate(long latestStartNanos) {
        boolean isLate = startNanos - latestStartNanos < 0;
        if (isLate && isStarted.compareAndSet(false, true)) {
            Thread.ofVirtual().name("plimsoll-http-late").start(delivery);
        }
        return isLate;
    }
}
