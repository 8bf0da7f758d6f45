package dev.plimsoll.gateway.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Finds responses that take too long. Adding one is cheap: the thread is woken only if it sleeps because there were none. */
final class SlowResponseWatch {

    /** Ticks without a response to watch after which the thread sleeps. */
    private static final int QUIET = 100;

    private final long tickNanos;
    private final Set<ResponseThread> turns = ConcurrentHashMap.newKeySet();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("plimsoll-overdue").unstarted(this::watch);
    private volatile boolean rests;
    private volatile boolean closed;

    /** @param tickNanos the time after which another thread writes the response */
    SlowResponseWatch(long tickNanos) {
        this.tickNanos = tickNanos;
    }

    void begin() {
        thread.start();
    }

    void add(ResponseThread responseThread) {
        turns.add(responseThread);
        if (rests) {
            LockSupport.unpark(thread);
        }
    }

    void remove(ResponseThread responseThread) {
        turns.remove(responseThread);
    }

    /** Returns whether the thread sleeps because there was nothing to watch. */
    boolean rests() {
        return rests;
    }

    private void watch() {
        int quiet = 0;
        while (!closed) {
            if (quiet < QUIET) {
                LockSupport.parkNanos(this, tickNanos);
            } else {
                rests = true;
                if (turns.isEmpty()) {
                    LockSupport.park(this);
                }
                rests = false;
            }
            quiet = turns.isEmpty() ? quiet + 1 : 0;
            long before = System.nanoTime() - tickNanos;
            turns.removeIf(responseThread -> responseThread.isLate(before));
        }
    }

    /** Stops the watch permanently. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
