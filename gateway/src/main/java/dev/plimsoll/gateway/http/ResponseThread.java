package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.upstream.CallerThread;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Chooses the thread that writes a response: the thread of the request if the response is there soon. Otherwise another thread,
 * so that the client gets data while the first one is still fetching.
 */
final class ResponseThread {

    private final Runnable delivering;
    private final long beganNanos = System.nanoTime();
    private final AtomicBoolean begun = new AtomicBoolean();

    /** @param delivering runs once, on this thread or another */
    ResponseThread(Runnable delivering) {
        this.delivering = delivering;
    }

    void run(Runnable asking, SlowResponseWatch slowResponseWatch) {
        slowResponseWatch.add(this);
        try {
            CallerThread.during(asking);
        } finally {
            slowResponseWatch.remove(this);
            if (begun.compareAndSet(false, true)) {
                delivering.run();
            }
        }
    }

    /** Returns whether the request began before that time. If so, a new thread writes the response. */
    boolean isLate(long nanos) {
        boolean late = beganNanos - nanos < 0;
        if (late && begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("plimsoll-http-late").start(delivering);
        }
        return late;
    }
}
