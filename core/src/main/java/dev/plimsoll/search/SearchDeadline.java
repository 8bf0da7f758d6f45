package dev.plimsoll.search;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.function.LongSupplier;

/** Time limit of a search, which the search checks regularly. */
public final class SearchDeadline {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    /** Time to build an index of the largest part that can be searched, with a large reserve for a busy machine. */
    private static final int INDEX_MILLIS = 10_000;

    private static final String POLICY_LIMIT = "query.timeMs";
    private static final String INDEX_LIMIT = "milliseconds";

    private final LongSupplier clock;
    private final long startNanos;
    private final int millis;
    private final String argument;
    private final String limitName;

    private SearchDeadline(LongSupplier clock, int millis, String argument, String limitName) {
        this.argument = argument;
        this.limitName = limitName;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
        this.millis = millis;
    }

    /** Starts a limit for a search with {@code find}. The clock returns nanoseconds. */
    public static SearchDeadline of(int millis, LongSupplier clock) {
        return new SearchDeadline(clock, millis, "find", POLICY_LIMIT);
    }

    /** Starts a limit for ranking the passages of an index. */
    public static SearchDeadline ofRankedSearch(int millis, LongSupplier clock) {
        return new SearchDeadline(clock, millis, "search", POLICY_LIMIT);
    }

    /** Starts the fixed limit for building an index of passages, which later searches of the result reuse. */
    public static SearchDeadline ofPassageIndex(LongSupplier clock) {
        return new SearchDeadline(clock, INDEX_MILLIS, "search", INDEX_LIMIT);
    }

    /** Throws {@link RefusedException} if the time limit has passed. */
    public void check() {
        if (clock.getAsLong() - startNanos > millis * NANOS_PER_MILLI) {
            throw new RefusedException(
                            ErrorCode.QUERY_LIMIT,
                            argument + " took longer than " + millis + " ms and was stopped",
                            argument.equals("find")
                                    ? "find plain text, or a smaller part with path"
                                    : "search in a smaller part with path")
                    .detail("argument", argument)
                    .detail("limit", limitName + " " + millis);
        }
    }
}
