package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.upstream.CallerThread;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Who writes an answer: the thread that has asked for it, if it is here soon. Else another, so that the client hears from us
 * while the first goes on fetching.
 */
final class ResponseThread {

    private final Runnable delivering;
    private final long beganNanos = System.nanoTime();
    private final AtomicBoolean begun = new AtomicBoolean();

    /** @param delivering run once, in this thread or another */
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

    /** Whether it began before that time; it goes on in another thread then. */
    boolean isLate(long nanos) {
        boolean late = beganNanos - nanos < 0;
        if (late && begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("plimsoll-http-late").start(delivering);
        }
        return late;
    }
}
