package dev.plimsoll.gateway.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds responses that take too long. Adding a response is cheap: it wakes the watching thread only if there
 * were no responses to watch.
 */
final class SlowResponseWatch {

    /** Ticks without a response to watch after which the thread sleeps. */
    private static final int MAX_IDLE_TICKS = 100;

    private final long tickNanos;
    private final Set<ResponseThread> responses = ConcurrentHashMap.newKeySet();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("plimsoll-overdue").unstarted(this::watch);
    private volatile boolean isSleeping;
    private volatile boolean isClosed;

    /** @param tickNanos the time after which another thread writes the response */
    SlowResponseWatch(long tickNanos) {
        this.tickNanos = tickNanos;
    }

    void start() {
        thread.start();
    }

    void add(ResponseThread responseThread) {
        responses.add(responseThread);
        if (isSleeping) {
            LockSupport.unpark(thread);
        }
    }

    void remove(ResponseThread responseThread) {
        responses.remove(responseThread);
    }

    /** Returns whether the thread sleeps because there was nothing to watch. */
    boolean isSleeping() {
        return isSleeping;
    }

    private void watch() {
        int idleTicks = 0;
        while (!isClosed) {
            if (idleTicks < MAX_IDLE_TICKS) {
                LockSupport.parkNanos(this, tickNanos);
            } else {
                isSleeping = true;
                if (responses.isEmpty()) {
                    LockSupport.park(this);
                }
                isSleeping = false;
            }
            idleTicks = responses.isEmpty() ? idleTicks + 1 : 0;
            long latestStartNanos = System.nanoTime() - tickNanos;
            responses.removeIf(responseThread -> responseThread.deliverIfLate(latestStartNanos));
        }
    }

    /** Stops the watch permanently. */
    void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }
}
