package dev.plimsoll.gateway.program;

import java.util.concurrent.CompletableFuture;

/**
 * Measures the time that a program waits for input from its client. This time does not count as running time
 * of the program. Thread-safe.
 */
final class WaitingTime {

    /** Number of futures that are not complete. Their times overlap, and count once. */
    private int open;

    private long totalNanos;
    private long sinceNanos;

    /** Measures the time until a future completes or fails. Returns the same future. */
    <T> CompletableFuture<T> measure(CompletableFuture<T> input) {
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
