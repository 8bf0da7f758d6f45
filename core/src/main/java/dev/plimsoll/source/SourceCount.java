package dev.plimsoll.source;

/**
 * Number of rows of a source.
 *
 * @param isExact whether the number is exact; if false, it is a minimum
 */
public record SourceCount(long rows, boolean isExact) {

    public SourceCount {
        if (rows < 0) {
            throw new IllegalArgumentException("rows: must be at least 0, got " + rows);
        }
    }

    public static SourceCount exactly(long rows) {
        return new SourceCount(rows, true);
    }

    public static SourceCount atLeast(long rows) {
        return new SourceCount(rows, false);
    }

    /** Returns an unknown number. */
    public static SourceCount unknown() {
        return atLeast(0);
    }
}
