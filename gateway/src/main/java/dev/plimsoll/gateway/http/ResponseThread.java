package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.upstream.CallerThread;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Chooses the thread that writes a response: the thread of the request if the response is there soon. Otherwise another
 * thread, so that the client gets data while the first thread is still fetching.
 */
final class ResponseThread {

    private final Runnable delivery;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean isStarted = new AtomicBoolean();

    /** @param delivery runs once, on this thread or another */
    ResponseThread(Runnable delivery) {
        this.delivery = delivery;
    }

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
     * Returns whether the request began before this time. If so, a new thread writes the response,
     * unless another thread does.
     */
    boolean deliverIfLate(long latestStartNanos) {
        boolean isLate = startNanos - latestStartNanos < 0;
        if (isLate && isStarted.compareAndSet(false, true)) {
            Thread.ofVirtual().name("plimsoll-http-late").start(delivery);
        }
        return isLate;
    }
}
