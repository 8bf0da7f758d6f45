package dev.plimsoll.redis;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps callers from waiting for a server that does not respond. After several consecutive failures it refuses all calls,
 * except one test call after each pause of a second. Thread-safe.
 */
final class CircuitBreaker {

    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanos;
    private final int most;
    private int failures;
    private long openedAt;
    private long heardAt;
    private boolean trying;
    private @Nullable String trouble;

    /** @param maxFailures the number of consecutive failures after which calls are refused */
    CircuitBreaker(LongSupplier nanos, int maxFailures) {
        this.most = maxFailures;
        this.nanos = nanos;
        this.heardAt = nanos.getAsLong() - PAUSE;
    }

    /**
     * Returns null if the call may proceed, or else the reason for refusal. A call that proceeds must report {@link #succeeded}
     * or {@link #failed}.
     */
    synchronized @Nullable String refusal() {
        if (failures < most) {
            return null;
        }
        if (trying || nanos.getAsLong() - openedAt < PAUSE) {
            return trouble;
        }
        trying = true;
        return null;
    }

    /** Returns whether all calls may proceed. */
    synchronized boolean isClosed() {
        return failures < most;
    }

    synchronized void succeeded() {
        heardAt = nanos.getAsLong();
        failures = 0;
        trying = false;
        trouble = null;
    }

    synchronized void failed(String why) {
        failures++;
        openedAt = nanos.getAsLong();
        heardAt = openedAt;
        trying = false;
        trouble = why;
    }

    /** Returns whether no call has reported its outcome for a second. */
    synchronized boolean quiet() {
        return nanos.getAsLong() - heardAt >= PAUSE;
    }

    /** Returns why the last call failed, or null if it succeeded. */
    synchronized @Nullable String trouble() {
        return trouble;
    }
}
