package example;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/** An item in a warehouse. */
public record Item(int id, String name, String warehouse, int quantity, BigDecimal price, String note) {

    private static final List<String> NAMES = List.of("Hex bolt", "Läppscheibe", "六角ナット", "Wing nut", "Cotter pin");

    /** Returns all 430 items. */
    public static List<Item> all() {
        return IntStream.range(0, 430)
                .mapToObj(i -> new Item(
                        1000 + i,
                        NAMES.get(i % NAMES.size()) + " M" + (3 + i % 17),
                        "WH-0" + (1 + i % 4),
                        i * 37 % 500,
                        BigDecimal.valueOf(190 + i * 7L, 2),
                        i % 3 == 0 ? "reorder when below 50" : "on the second shelf from below, left"))
                .toList();
    }
}
