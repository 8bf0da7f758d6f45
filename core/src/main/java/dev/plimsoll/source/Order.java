package dev.plimsoll.source;

import java.util.Objects;

/** One column that rows are ordered by; rows without a value in it come last. */
public record Order(String column, boolean descending) {

    public Order {
        Objects.requireNonNull(column, "column");
    }

    public static Order ascending(String column) {
        return new Order(column, false);
    }

    public static Order descending(String column) {
        return new Order(column, true);
    }

    @Override
    public String toString() {
        return column + (descending ? " descending" : " ascending");
    }
}
