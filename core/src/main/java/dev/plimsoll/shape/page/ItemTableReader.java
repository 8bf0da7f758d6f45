package dev.plimsoll.shape.page;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the items back from a table, to prove that it contains all of them. */
final class ItemTableReader {

    private ItemTableReader() {}

    /** Returns the items, those from rows as objects without white space between members; null if a row is invalid. */
    static @Nullable List<Slice> items(Slice table) {
        List<Slice> columns = elements(Members.get(table, "columns"));
        Slice absent = Members.get(table, "absent");
        List<Slice> items = new ArrayList<>();
        for (Slice element : elements(Members.get(table, "rows"))) {
            Slice item = Json.type(element) == JsonType.ARRAY ? object(columns, elements(element), absent) : element;
            if (item == null) {
                return null;
            }
            items.add(item);
        }
        return items;
    }

    private static List<Slice> elements(@Nullable Slice array) {
        List<Slice> found = new ArrayList<>();
        if (array != null) {
            Elements elements = Elements.of(array);
            while (elements.next()) {
                found.add(elements.value());
            }
        }
        return found;
    }

    private static @Nullable Slice object(List<Slice> columns, List<Slice> cells, @Nullable Slice absent) {
        if (cells.size() != columns.size()) {
            return null;
        }
        ByteSink out = new ByteSink().ascii("{");
        for (int i = 0; i < cells.size(); i++) {
            if (absent == null || !cells.get(i).contentEquals(absent)) {
                out.ascii(out.size() == 1 ? "" : ",").raw(columns.get(i));
                out.ascii(":").raw(cells.get(i));
            }
        }
        return out.ascii("}").slice();
    }

    /**
     * Returns whether two items have equal keys, key order, and values as written, apart from white space between them.
     */
    static boolean isSame(Slice one, Slice other) {
        if (Json.type(one) != JsonType.OBJECT || Json.type(other) != JsonType.OBJECT) {
            return one.contentEquals(other);
        }
        Members left = Members.of(one);
        Members otherMembers = Members.of(other);
        while (left.next()) {
            boolean same = otherMembers.next()
                    && left.key().contentEquals(otherMembers.key())
                    && left.value().contentEquals(otherMembers.value());
            if (!same) {
                return false;
            }
        }
        return !otherMembers.next();
    }
}
