package dev.plimsoll.shape.outline;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Words at the end of field names, and what they say about the values. */
final class FieldWords {

    /** Fields whose values name groups. */
    static final List<String> CATEGORY = List.of(
            "status",
            "state",
            "phase",
            "type",
            "kind",
            "category",
            "priority",
            "severity",
            "level",
            "region",
            "currency");

    /** Numbers that can be added and compared, the most useful first. */
    static final List<String> QUANTITY = List.of(
            "total",
            "amount",
            "revenue",
            "price",
            "balance",
            "count",
            "comments",
            "size",
            "bytes",
            "duration",
            "score",
            "population",
            "stars",
            "quantity",
            "stock",
            "cost");

    /**
     * Numbers that identify or locate an item, such as an id or a latitude: sums and comparisons of them mean
     * nothing.
     */
    static final Set<String> REFERENCE = Set.of(
            "id",
            "number",
            "no",
            "code",
            "zip",
            "lat",
            "lng",
            "lon",
            "latitude",
            "longitude",
            "year",
            "page",
            "index",
            "port",
            "version",
            "line",
            "column",
            "key",
            "rank",
            "position",
            "timestamp",
            "ts",
            "pid",
            "ppid",
            "uid",
            "gid");

    /** Fields that name the unit of a number beside them: numbers of different units must not be added or compared. */
    static final Set<String> UNIT = Set.of("currency", "unit", "units", "uom");

    /** Fields that name an item, the best first. */
    static final List<String> LABEL = List.of(
            "title", "name", "subject", "label", "login", "sku", "number", "id", "key", "path", "email", "code");

    private FieldWords() {}

    /**
     * Returns the last word of a name in lower case: {@code id} for {@code order_id}, {@code orderId}, and {@code
     * ORDER_ID}.
     */
    static String last(String name) {
        int end = name.length();
        int start = end;
        while (start > 0 && Character.isLowerCase(name.charAt(start - 1))) {
            start--;
        }
        if (start == end) {
            while (start > 0 && Character.isUpperCase(name.charAt(start - 1))) {
                start--;
            }
        } else if (start > 0 && Character.isUpperCase(name.charAt(start - 1))) {
            start--;
        }
        return name.substring(start).toLowerCase(Locale.ROOT);
    }
}
