package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.upstream.CallerThread;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Chooses the thread that writes a response: the thread of the request if the response is there soon. Otherwise another thread,
 * so that the client gets data while the first one is still fetching.
 */
final class ResponseThread {

    private final Runnable delivery;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean started = new AtomicBoolean();

    /** @param delivering runs once, on this thread or another */
    ResponseThread(Runnable delivering) {
        this.delivery = delivering;
    }

    void run(Runnable asking, SlowResponseWatch slowResponseWatch) {
        slowResponseWatch.add(this);
        try {
            CallerThread.offerDuring(asking);
        } finally {
            slowResponseWatch.remove(this);
            if (started.compareAndSet(false, true)) {
                delivery.run();
            }
        }
    }

    /** Returns whether the request began before that time. If so, a new thread writes the response. */
    boolean deliverIfLate(long nanos) {
        boolean late = startNanos - nanos < 0;
        if (late && started.compareAndSet(false, true)) {
            Thread.ofVirtual().name("plimsoll-http-late").start(delivery);
        }
        return late;
    }
}
