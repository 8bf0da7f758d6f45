package dev.plimsoll.source.live;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.source.FullReadLimits;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Counts the rows that one request fetches from a source, and the time for them. Guarded by the {@link SerialAccess} of
 * its rows.
 */
final class FetchMeter {

    private final FullReadLimits limits;
    private final LongSupplier clock;
    private long startNanos;
    private long fetchNanos;
    private long rows;

    FetchMeter(FullReadLimits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
        startRequest();
    }

    /** Starts a request and sets its counts to zero. Returns the time of the start in nanoseconds. */
    long startRequest() {
        startNanos = clock.getAsLong();
        fetchNanos = 0;
        rows = 0;
        return startNanos;
    }

    /**
     * Adds rows that are about to be fetched. Throws {@link RefusedException} if the rows before them already exceed the
     * limits of one request. The first two fetches are always allowed.
     */
    void addRows(int count) {
        boolean isLate = clock.getAsLong() - startNanos > limits.time().toNanos();
        if (rows > count && (isLate || rows > limits.rows())) {
            throw new RefusedException(
                            ErrorCode.QUERY_LIMIT,
                            "the position is too far ahead: one request reads at most " + limits.rows() + " items in "
                                    + limits.time().toSeconds() + " s",
                            "read page by page, or call the tool with narrower arguments")
                    .detail("limit", limits.rows());
        }
        rows += count;
    }

    /** Creates the error for a request that needs all rows of a source with more rows than the limit. */
    RefusedException tooManyRows(String argument, long total, List<String> filters) {
        String suggestion = filters.isEmpty()
                ? "call the tool with narrower arguments, or read page by page"
                : "find = \"FIELD:TEXT\" or query = \".[] | select(.FIELD == VALUE)\" with FIELD one of "
                        + String.join(", ", filters) + "; or call the tool with narrower arguments";
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        argument + " reads every item of a list from its source: it is limited to "
                                + limits.rows() + " items, " + limits.bytes() + " bytes and "
                                + limits.time().toSeconds() + " s, and there are " + total + " or more",
                        suggestion)
                .detail("argument", argument)
                .detail("limit", limits.rows());
    }

    <T> T measure(Supplier<T> operation) {
        long start = clock.getAsLong();
        try {
            return operation.get();
        } finally {
            fetchNanos += clock.getAsLong() - start;
        }
    }

    long fetchMillis() {
        return fetchNanos / 1_000_000;
    }
}
