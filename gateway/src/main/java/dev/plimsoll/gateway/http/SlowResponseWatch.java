package dev.plimsoll.gateway.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Looks for answers that are not here soon. Adding one costs next to nothing: nobody is woken while there are others. */
final class SlowResponseWatch {

    /** Ticks without any before it rests. */
    private static final int QUIET = 100;

    private final long tickNanos;
    private final Set<ResponseThread> turns = ConcurrentHashMap.newKeySet();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("plimsoll-overdue").unstarted(this::watch);
    private volatile boolean rests;
    private volatile boolean closed;

    /** @param tickNanos how long an answer may take before somebody else writes it */
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

    /** Whether there has been nothing to look for, for a while. */
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

    /** For good. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
