package dev.plimsoll.gateway.program.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Clock that measures how much of its time limit a program has left. It pauses while the program waits for input
 * from its client. Thread-safe.
 */
final class ProgramClock {

    private final LongSupplier nanoTime;
    /** Number of futures that are not complete. The clock continues when this is 0. */
    private int openWaits;

    private final long deadlineNanos;
    private long pastWaitNanos;
    private long waitStartNanos;

    /** Starts the clock of a program that may run for this time. */
    ProgramClock(Duration limit, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.deadlineNanos = nanoTime.getAsLong() + limit.toNanos();
    }

    /** Pauses the clock until a future completes or fails. Returns the same future. */
    <T> CompletableFuture<T> pauseUntilDone(CompletableFuture<T> input) {
        beginWait();
        var _ = input.whenComplete((value, failure) -> endWait());
        return input;
    }

    private synchronized void beginWait() {
        if (openWaits++ == 0) {
            waitStartNanos = nanoTime.getAsLong();
        }
    }

    private synchronized void endWait() {
        if (--openWaits == 0) {
            pastWaitNanos += nanoTime.getAsLong() - waitStartNanos;
        }
    }

    synchronized boolean isWaiting() {
        return openWaits > 0;
    }

    /** Returns the time that is left; negative if the program has run too long. */
    synchronized Duration timeLeft() {
        long nowNanos = nanoTime.getAsLong();
        long waitedNanos = pastWaitNanos + (openWaits > 0 ? nowNanos - waitStartNanos : 0);
        return Duration.ofNanos(deadlineNanos + waitedNanos - nowNanos);
    }
}
