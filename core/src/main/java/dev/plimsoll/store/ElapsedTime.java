package dev.plimsoll.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Monotonic time in nanoseconds, based on a clock. If the clock is set back, no time passes at that moment:
 * expired entries stay expired, and other entries keep their remaining time. For implementers of stores.
 * Not thread-safe.
 */
public final class ElapsedTime {

    private final InstantSource clock;
    private Instant lastInstant;
    private long nanos;

    public ElapsedTime(InstantSource clock) {
        this.clock = clock;
        this.lastInstant = clock.instant();
    }

    /** Returns the nanoseconds since this object was created. */
    public long now() {
        Instant instant = clock.instant();
        if (instant.isAfter(lastInstant)) {
            nanos = plus(nanos, Duration.between(lastInstant, instant));
        }
        lastInstant = instant;
        return nanos;
    }

    /** Returns the time of the clock at the last call of {@link #now}. */
    public Instant lastInstant() {
        return lastInstant;
    }

    /** Adds a duration. Returns the largest long, about 292 years, if the sum would overflow. */
    public static long plus(long nanos, Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds >= Long.MAX_VALUE / 1_000_000_000) {
            return Long.MAX_VALUE;
        }
        long sum = nanos + duration.toNanos();
        return sum < nanos ? Long.MAX_VALUE : sum;
    }
}
