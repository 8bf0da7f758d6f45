package dev.plimsoll.source;

/**
 * How many rows a source has.
 *
 * @param exact whether it is that many, and not that many or more
 */
public record Count(long rows, boolean exact) {

    public Count {
        if (rows < 0) {
            throw new IllegalArgumentException("rows: must be at least 0, got " + rows);
        }
    }

    public static Count exactly(long rows) {
        return new Count(rows, true);
    }

    public static Count atLeast(long rows) {
        return new Count(rows, false);
    }

    /** Nobody knows. */
    public static Count unknown() {
        return atLeast(0);
    }
}
