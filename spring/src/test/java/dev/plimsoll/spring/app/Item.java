package dev.plimsoll.spring.app;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An item in a warehouse. */
public record Item(int id, String name, String warehouse, BigDecimal price, String note) {

    /** Structured result with items. */
    public record Stock(List<Item> items) {}

    /** Returns all items. */
    public static List<Item> all() {
        return first(430);
    }

    /** Returns the given number of items. */
    public static List<Item> first(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Item(
                        1000 + i,
                        "Läppscheibe M" + i % 17,
                        "WH-0" + (1 + i % 4),
                        BigDecimal.valueOf(101 + 10L * i, 1),
                        "on the second shelf from below, left, row " + i))
                .toList();
    }

    /** Returns log lines. */
    public static String log(int lines) {
        return IntStream.range(0, lines)
                .mapToObj(i -> "2026-03-01T09:00:00Z INFO item " + (1000 + i) + " counted on shelf " + i % 40)
                .collect(Collectors.joining("\n"));
    }
}
