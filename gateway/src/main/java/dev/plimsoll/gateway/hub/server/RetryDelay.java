package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Computes when a failed server may be tried again. The delay doubles with each failure. */
public final class RetryDelay {

    public static final Duration FIRST_DELAY = Duration.ofMillis(500);
    private static final Duration MAX_DELAY = Duration.ofSeconds(30);
    private static final int MAX_DOUBLINGS = 6;

    private final Duration firstDelay;
    private int failureCount;
    private long retryAtNanos;
    private String reason = "";
    private @Nullable RefusedException refusal;

    /** @param firstDelay the delay after the first failure; if it is above the maximum, later delays are not limited */
    public RetryDelay(Duration firstDelay) {
        this.firstDelay = firstDelay;
    }

    /**
     * The remaining delay and its cause.
     *
     * @param refusal the error that callers get unchanged; null if they get the usual error for unavailable servers
     */
    public record Pause(
            String reason, long seconds, @Nullable RefusedException refusal) {}

    public synchronized void recordFailure(String cause) {
        recordFailure(cause, null);
    }

    public synchronized void recordFailure(RefusedException cause) {
        recordFailure(cause.getMessage(), UpstreamException.isPassedToCallers(cause) ? cause : null);
    }

    private void recordFailure(String cause, @Nullable RefusedException newRefusal) {
        reason = cause;
        refusal = newRefusal;
        Duration delay = firstDelay.multipliedBy(1L << Math.min(failureCount, MAX_DOUBLINGS));
        retryAtNanos = System.nanoTime()
                + (delay.compareTo(MAX_DELAY) > 0 && firstDelay.compareTo(MAX_DELAY) < 0 ? MAX_DELAY : delay).toNanos();
        failureCount++;
    }

    public void recordSuccess() {
        reset();
    }

    /** Forgets all failures, so that the server may be tried now. */
    public synchronized void reset() {
        failureCount = 0;
    }

    /** Returns the current delay; null if the server may be tried now. */
    public synchronized @Nullable Pause findPause() {
        long remainingNanos = failureCount == 0 ? 0 : retryAtNanos - System.nanoTime();
        return remainingNanos <= 0 ? null : new Pause(reason, 1 + remainingNanos / 1_000_000_000, refusal);
    }
}
