package dev.plimsoll.gateway.program;

import java.util.concurrent.CompletableFuture;

/** The time in which a program waits for input of its client, which does not count as time of the program. Thread-safe. */
final class WaitingTime {

    private int open;
    private long totalNanos;
    private long sinceNanos;

    /** Adds the time until the input arrives, or until it is certain that it will not. Returns the input. */
    <T> CompletableFuture<T> until(CompletableFuture<T> input) {
        begin();
        var _ = input.whenComplete((value, failure) -> end());
        return input;
    }

    private synchronized void begin() {
        if (open++ == 0) {
            sinceNanos = System.nanoTime();
        }
    }

    private synchronized void end() {
        if (--open == 0) {
            totalNanos += System.nanoTime() - sinceNanos;
        }
    }

    synchronized boolean isWaiting() {
        return open > 0;
    }

    synchronized long nanos() {
        return totalNanos + (open > 0 ? System.nanoTime() - sinceNanos : 0);
    }
}
