package dev.plimsoll.source;

import java.util.Objects;

/** Column that rows are ordered by. Rows without a value come last. */
public record SourceOrder(String column, boolean isDescending) {

    public SourceOrder {
        Objects.requireNonNull(column, "column");
    }

    public static SourceOrder ascending(String column) {
        return new SourceOrder(column, false);
    }

    public static SourceOrder descending(String column) {
        return new SourceOrder(column, true);
    }

    @Override
    public String toString() {
        return column + (isDescending ? " descending" : " ascending");
    }
}
