package dev.plimsoll.search;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.function.LongSupplier;

/** Time limit of a search; long operations check it from time to time. */
public final class SearchDeadline {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final LongSupplier clock;
    private final long startNanos;
    private final int millis;

    private SearchDeadline(LongSupplier clock, int millis) {
        this.clock = clock;
        this.startNanos = clock.getAsLong();
        this.millis = millis;
    }

    /** Starts a limit of this many milliseconds, with a clock in nanoseconds. */
    public static SearchDeadline of(int millis, LongSupplier clock) {
        return new SearchDeadline(clock, millis);
    }

    /** Throws {@link RefusedException} if the time is over. */
    void check() {
        if (clock.getAsLong() - startNanos > millis * NANOS_PER_MILLI) {
            throw new RefusedException(
                            ErrorCode.QUERY_LIMIT,
                            "find took longer than " + millis + " ms and was stopped",
                            "find plain text, or a smaller part with path")
                    .detail("argument", "find")
                    .detail("limit", "query.timeMs " + millis);
        }
    }
}
