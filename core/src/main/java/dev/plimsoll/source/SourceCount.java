package dev.plimsoll.source;

/**
 * How many rows a source has.
 *
 * @param exact whether it is that many, and not that many or more
 */
public record SourceCount(long rows, boolean exact) {

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

    /** Nobody knows. */
    public static SourceCount unknown() {
        return atLeast(0);
    }
}
