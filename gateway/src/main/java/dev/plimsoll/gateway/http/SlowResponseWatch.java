package dev.plimsoll.gateway.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Finds responses that take too long. Adding one is cheap: the thread is woken only if it sleeps because there were none. */
final class SlowResponseWatch {

    /** Ticks without a response to watch after which the thread sleeps. */
    private static final int MAX_IDLE_TICKS = 100;

    private final long tickNanos;
    private final Set<ResponseThread> responses = ConcurrentHashMap.newKeySet();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("plimsoll-overdue").unstarted(this::watch);
    private volatile boolean sleeping;
    private volatile boolean closed;

    /** @param tickNanos the time after which another thread writes the response */
    SlowResponseWatch(long tickNanos) {
        this.tickNanos = tickNanos;
    }

    void start() {
        thread.start();
    }

    void add(ResponseThread responseThread) {
        responses.add(responseThread);
        if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    void remove(ResponseThread responseThread) {
        responses.remove(responseThread);
    }

    /** Returns whether the thread sleeps because there was nothing to watch. */
    boolean isSleeping() {
        return sleeping;
    }

    private void watch() {
        int quiet = 0;
        while (!closed) {
            if (quiet < MAX_IDLE_TICKS) {
                LockSupport.parkNanos(this, tickNanos);
            } else {
                sleeping = true;
                if (responses.isEmpty()) {
                    LockSupport.park(this);
                }
                sleeping = false;
            }
            quiet = responses.isEmpty() ? quiet + 1 : 0;
            long before = System.nanoTime() - tickNanos;
            responses.removeIf(responseThread -> responseThread.deliverIfLate(before));
        }
    }

    /** Stops the watch permanently. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
