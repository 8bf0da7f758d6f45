package dev.plimsoll.live;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.source.WalkLimits;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Counts the rows that one request fetches from a source, and the time for them. Guarded by the {@link SerialAccess} of
 * its rows.
 */
final class FetchMeter {

    private final WalkLimits limits;
    private final LongSupplier clock;
    private long began;
    private long spent;
    private long rows;

    FetchMeter(WalkLimits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
        begin();
    }

    /** Starts a request; returns its time. */
    long begin() {
        began = clock.getAsLong();
        spent = 0;
        rows = 0;
        return began;
    }

    /**
     * Throws {@link RefusedException} if more rows would exceed the limits of one request; the first steps are always
     * allowed.
     */
    void step(int count) {
        boolean late = clock.getAsLong() - began > limits.time().toNanos();
        if (rows > count && (late || rows + count > (long) limits.rows() + count)) {
            throw new RefusedException(
                            ErrorCode.QUERY_LIMIT,
                            "the position is too far ahead: one request reads at most " + limits.rows()
                                    + " items in " + limits.time().toSeconds() + " s",
                            "read page by page, or call the tool with narrower arguments")
                    .detail("limit", limits.rows());
        }
        rows += count;
    }

    RefusedException tooFar(String argument, long total, List<String> filters) {
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

    <T> T timed(Supplier<T> work) {
        long start = clock.getAsLong();
        try {
            return work.get();
        } finally {
            spent += clock.getAsLong() - start;
        }
    }

    long millis() {
        return spent / 1_000_000;
    }
}
