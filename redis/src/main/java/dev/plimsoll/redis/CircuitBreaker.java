package dev.plimsoll.redis;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Circuit breaker for calls to a server that may not respond. After several consecutive failures, it refuses all calls,
 * except one test call after each pause of a second. Thread-safe.
 */
final class CircuitBreaker {

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanos;
    private final int maxFailures;
    private int failures;
    private long openedAtNanos;
    private long lastOutcomeNanos;
    private boolean isTesting;
    private @Nullable String lastError;

    /** @param maxFailures the number of consecutive failures after which calls are refused */
    CircuitBreaker(LongSupplier nanos, int maxFailures) {
        this.maxFailures = maxFailures;
        this.nanos = nanos;
        this.lastOutcomeNanos = nanos.getAsLong() - PAUSE_NANOS;
    }

    /**
     * Begins a call. Returns null if the call may proceed, or the reason why it is refused. A call that proceeds must
     * report {@link #recordSuccess} or {@link #recordFailure}, because no other call proceeds during a test call.
     */
    synchronized @Nullable String beginCall() {
        if (failures < maxFailures) {
            return null;
        }
        if (isTesting || nanos.getAsLong() - openedAtNanos < PAUSE_NANOS) {
            return lastError;
        }
        isTesting = true;
        return null;
    }

    /** Returns whether all calls may proceed. */
    synchronized boolean isClosed() {
        return failures < maxFailures;
    }

    synchronized void recordSuccess() {
        lastOutcomeNanos = nanos.getAsLong();
        failures = 0;
        isTesting = false;
        lastError = null;
    }

    synchronized void recordFailure(String error) {
        failures++;
        openedAtNanos = nanos.getAsLong();
        lastOutcomeNanos = openedAtNanos;
        isTesting = false;
        lastError = error;
    }

    /** Returns whether no call has reported its outcome for a second. */
    synchronized boolean isIdle() {
        return nanos.getAsLong() - lastOutcomeNanos >= PAUSE_NANOS;
    }

    /** Returns why the last call failed, or null if it succeeded. */
    synchronized @Nullable String lastError() {
        return lastError;
    }
}
