package dev.plimsoll.gateway.http.jetty;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds responses that take too long. Adding a response is cheap: it wakes the watching thread only if there
 * were no responses to watch.
 */
final class SlowResponseWatch {

    /** The thread sleeps after this number of consecutive ticks without a response to watch. */
    private static final int MAX_IDLE_TICKS = 100;

    private final long tickNanos;
    private final Set<WatchedResponse> responses = ConcurrentHashMap.newKeySet();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("plimsoll-overdue").unstarted(this::watch);
    private volatile boolean isSleeping;
    private volatile boolean isClosed;

    /** @param tickNanos the time after which another thread writes a response; also the interval of the checks */
    SlowResponseWatch(long tickNanos) {
        this.tickNanos = tickNanos;
    }

    void start() {
        thread.start();
    }

    void add(WatchedResponse watchedResponse) {
        responses.add(watchedResponse);
        if (isSleeping) {
            LockSupport.unpark(thread);
        }
    }

    void remove(WatchedResponse watchedResponse) {
        responses.remove(watchedResponse);
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
            responses.removeIf(watchedResponse -> watchedResponse.deliverIfLate(latestStartNanos));
        }
    }

    /** Stops the watch permanently. */
    void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }
}
