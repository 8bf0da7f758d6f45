package dev.plimsoll.redis;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps callers from waiting for what does not answer: after some failures in a row they are refused at once, but for one now and
 * then who tries. Safe for use by many threads.
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

    /** @param most failures in a row, after which it refuses */
    CircuitBreaker(LongSupplier nanos, int most) {
        this.most = most;
        this.nanos = nanos;
        this.heardAt = nanos.getAsLong() - PAUSE;
    }

    /** Null when one may go on, who then says how it went; else why not. */
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

    /** Whether anybody may go on. */
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

    /** Whether nobody has said for a while how it went. */
    synchronized boolean quiet() {
        return nanos.getAsLong() - heardAt >= PAUSE;
    }

    /** What the last call failed with; null when it went well. */
    synchronized @Nullable String trouble() {
        return trouble;
    }
}
