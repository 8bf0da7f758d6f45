package dev.plimsoll.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Monotonic time in nanoseconds, based on a clock. A clock that is set back adds nothing, so expired entries stay expired, and
 * the others live for their remaining time instead of until the clock has caught up. For implementers of stores. Not
 * thread-safe.
 */
public final class ElapsedTime {

    private final InstantSource clock;
    private Instant lastInstant;
    private long nanos;

    public ElapsedTime(InstantSource clock) {
        this.clock = clock;
        this.lastInstant = clock.instant();
    }

    public long now() {
        Instant now = clock.instant();
        if (now.isAfter(lastInstant)) {
            nanos = plus(nanos, Duration.between(lastInstant, now));
        }
        lastInstant = now;
        return nanos;
    }

    /** Returns the time of the clock at the last call of {@link #now}. */
    public Instant lastInstant() {
        return lastInstant;
    }

    /** Adds a duration. The result stops at the largest long, some 292 years, instead of overflowing. */
    public static long plus(long nanos, Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds >= Long.MAX_VALUE / 1_000_000_000) {
            return Long.MAX_VALUE;
        }
        long sum = nanos + duration.toNanos();
        return sum < nanos ? Long.MAX_VALUE : sum;
    }
}
