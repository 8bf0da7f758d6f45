package dev.plimsoll.gateway.program.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Measures the time that a program has left. The time in which it waits for input from its client does not count.
 * Thread-safe.
 */
final class ProgramClock {

    private final LongSupplier nanoTime;
    /** Number of futures that are not complete. Their times overlap, and count once. */
    private int open;

    private final long deadlineNanos;
    private long totalNanos;
    private long sinceNanos;

    /** Starts the clock of a program that may run for this time. */
    ProgramClock(Duration limit, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.deadlineNanos = nanoTime.getAsLong() + limit.toNanos();
    }

    /** Measures the time until a future completes or fails. Returns the same future. */
    <T> CompletableFuture<T> measure(CompletableFuture<T> input) {
        begin();
        var _ = input.whenComplete((value, failure) -> end());
        return input;
    }

    private synchronized void begin() {
        if (open++ == 0) {
            sinceNanos = nanoTime.getAsLong();
        }
    }

    private synchronized void end() {
        if (--open == 0) {
            totalNanos += nanoTime.getAsLong() - sinceNanos;
        }
    }

    synchronized boolean isWaiting() {
        return open > 0;
    }

    /** Returns the time that is left; negative if the program has run too long. */
    synchronized Duration timeLeft() {
        long now = nanoTime.getAsLong();
        long waitedNanos = totalNanos + (open > 0 ? now - sinceNanos : 0);
        return Duration.ofNanos(deadlineNanos + waitedNanos - now);
    }
}
