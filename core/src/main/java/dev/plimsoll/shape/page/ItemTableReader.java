package dev.plimsoll.shape.page;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the items back from a table, to prove that it contains all of them. */
final class ItemTableReader {

    private final List<Slice> columns;
    private final Map<String, Slice> constants = new LinkedHashMap<>();
    private final @Nullable Slice absent;

    private ItemTableReader(Slice table) {
        this.columns = elements(Members.get(table, "columns"));
        this.absent = Members.get(table, "absent");
        Slice constant = Members.get(table, "constant");
        Members members = constant == null ? null : Members.of(constant);
        while (members != null && members.next()) {
            constants.put(members.key().utf8(), members.value());
        }
    }

    /**
     * Returns the items, with each row as an object without white space between its members; null if a row is
     * invalid.
     */
    static @Nullable List<Slice> items(Slice table) {
        ItemTableReader reader = new ItemTableReader(table);
        List<Slice> items = new ArrayList<>();
        for (Slice element : elements(Members.get(table, "rows"))) {
            Slice item = Json.type(element) == JsonType.ARRAY ? reader.object(elements(element)) : element;
            if (item == null) {
                return null;
            }
            items.add(item);
        }
        return items;
    }

    private static List<Slice> elements(@Nullable Slice array) {
        List<Slice> values = new ArrayList<>();
        if (array != null) {
            Elements elements = Elements.of(array);
            while (elements.next()) {
                values.add(elements.value());
            }
        }
        return values;
    }

    private @Nullable Slice object(List<Slice> cells) {
        if (cells.size() != columns.size()) {
            return null;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        boolean isValid = true;
        for (int i = 0; i < cells.size(); i++) {
            if (absent == null || !cells.get(i).contentEquals(absent)) {
                isValid &= put(members, Json.stringInside(columns.get(i)).utf8(), cells.get(i));
            }
        }
        for (Map.Entry<String, Slice> constant : constants.entrySet()) {
            isValid &= put(members, constant.getKey(), constant.getValue());
        }
        ByteSink out = new ByteSink();
        write(members, out);
        return isValid ? out.slice() : null;
    }

    /**
     * Adds a value under its dotted name, such as {@code user.login}. Returns false if there is already a value in
     * its place.
     */
    @SuppressWarnings("unchecked")
    private static boolean put(Map<String, Object> members, String name, Slice value) {
        Map<String, Object> parent = members;
        int nameStart = 0;
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', nameStart)) {
            Object nested =
                    parent.computeIfAbsent(name.substring(nameStart, dot), key -> new LinkedHashMap<String, Object>());
            if (!(nested instanceof Map)) {
                return false;
            }
            parent = (Map<String, Object>) nested;
            nameStart = dot + 1;
        }
        return parent.put(name.substring(nameStart), value) == null;
    }

    private static void write(Map<?, ?> members, ByteSink out) {
        out.ascii("{");
        int emptySize = out.size();
        members.forEach((key, value) -> {
            out.ascii(out.size() == emptySize ? "" : ",")
                    .rawString(Slice.of((String) key))
                    .ascii(":");
            if (value instanceof Map<?, ?> nested) {
                write(nested, out);
            } else {
                out.raw((Slice) value);
            }
        });
        out.ascii("}");
    }

    /**
     * Returns whether two items have equal keys and values as written, apart from white space between members. The
     * order of keys may differ, because constants have no position in a row.
     */
    static boolean isSame(Slice first, Slice second) {
        if (first.contentEquals(second)) {
            return true;
        }
        if (Json.type(first) != JsonType.OBJECT || Json.type(second) != JsonType.OBJECT) {
            return false;
        }
        Map<String, Slice> firstMembers = members(first);
        Map<String, Slice> secondMembers = members(second);
        if (firstMembers == null
                || secondMembers == null
                || !firstMembers.keySet().equals(secondMembers.keySet())) {
            return false;
        }
        for (Map.Entry<String, Slice> entry : firstMembers.entrySet()) {
            Slice value = secondMembers.get(entry.getKey());
            if (value == null || !isSame(entry.getValue(), value)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the members by their keys as written; null if a key repeats. */
    private static @Nullable Map<String, Slice> members(Slice object) {
        Map<String, Slice> membersByKey = new LinkedHashMap<>();
        Members members = Members.of(object);
        while (members.next()) {
            if (membersByKey.put(members.key().utf8(), members.value()) != null) {
                return null;
            }
        }
        return membersByKey;
    }
}
