package dev.plimsoll.gateway.hub;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Computes when a failed server may be tried again. The delay doubles with each failure. */
final class RetryDelay {

    static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int MOST_DOUBLINGS = 6;

    private final Duration first;
    private int failures;
    private long untilNanos;
    private String why = "";

    RetryDelay(Duration first) {
        this.first = first;
    }

    /** The remaining delay and its cause. */
    record Pause(String why, long seconds) {}

    synchronized void failed(String cause) {
        why = cause;
        Duration pause = first.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        untilNanos = System.nanoTime()
                + (pause.compareTo(LONGEST) > 0 && first.compareTo(LONGEST) < 0 ? LONGEST : pause).toNanos();
        failures++;
    }

    synchronized void worked() {
        failures = 0;
    }

    /** Returns the current delay; null if a try is allowed. */
    synchronized @Nullable Pause pause() {
        long remaining = failures == 0 ? 0 : untilNanos - System.nanoTime();
        return remaining <= 0 ? null : new Pause(why, 1 + remaining / 1_000_000_000);
    }
}
