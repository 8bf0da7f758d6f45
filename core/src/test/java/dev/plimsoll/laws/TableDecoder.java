package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decodes a table as the reference describes it for client programs. */
final class TableDecoder {

    private TableDecoder() {}

    /** Returns the array of the items. */
    static Slice items(Slice table) {
        Fields fields = new Fields(table);
        ItemIndex columns = ItemIndex.of(fields.get("columns"));
        ItemIndex rows = ItemIndex.of(fields.get("rows"));
        Map<String, Slice> constants = new LinkedHashMap<>();
        Members shared = Members.of(fields.has("constant") ? fields.get("constant") : Slice.of("{}"));
        while (shared.next()) {
            constants.put(shared.key().utf8(), shared.value());
        }
        String absent = fields.has("absent") ? fields.get("absent").utf8() : "";
        ByteSink out = new ByteSink(table.length() * 2).ascii("[");
        for (int i = 0; i < rows.count(); i++) {
            out.ascii(i == 0 ? "" : ",");
            if (Json.type(rows.item(i)) == JsonType.ARRAY) {
                row(columns, constants, ItemIndex.of(rows.item(i)), absent, out);
            } else {
                out.raw(rows.item(i));
            }
        }
        return out.ascii("]").slice();
    }

    private static void row(
            ItemIndex columns, Map<String, Slice> constants, ItemIndex cells, String absent, ByteSink out) {
        assertThat(cells.count()).as("cells of a row").isEqualTo(columns.count());
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < cells.count(); i++) {
            if (!cells.item(i).utf8().equals(absent)) {
                put(members, Json.stringInside(columns.item(i)).utf8(), cells.item(i));
            }
        }
        constants.forEach((name, value) -> put(members, name, value));
        write(members, out);
    }

    /** Returns the value with the members of its objects in the order of their keys. */
    static Slice sorted(Slice value) {
        if (Json.type(value) != JsonType.OBJECT) {
            return value;
        }
        List<Slice> sorted = new ArrayList<>();
        Members members = Members.of(value);
        while (members.next()) {
            sorted.add(new ByteSink()
                    .slimString(members.key())
                    .ascii(":")
                    .raw(sorted(members.value()))
                    .slice());
        }
        sorted.sort(Comparator.comparing(member -> Json.stringInside(new Slice(
                        member.bytes(), member.from(), Json.skipString(member.bytes(), member.from(), member.to())))
                .utf8()));
        ByteSink out = new ByteSink().ascii("{");
        for (int i = 0; i < sorted.size(); i++) {
            out.ascii(i == 0 ? "" : ",").raw(sorted.get(i));
        }
        return out.ascii("}").slice();
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> members, String name, Slice value) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            assertThat(members.put(name, value)).as(name).isNull();
            return;
        }
        Object inside = members.computeIfAbsent(name.substring(0, dot), key -> new LinkedHashMap<String, Object>());
        put((Map<String, Object>) inside, name.substring(dot + 1), value);
    }

    private static void write(Map<?, ?> members, ByteSink out) {
        String separator = "{";
        for (Map.Entry<?, ?> member : members.entrySet()) {
            out.ascii(separator)
                    .ascii("\"")
                    .raw(Slice.of((String) member.getKey()))
                    .ascii("\":");
            if (member.getValue() instanceof Map<?, ?> inside) {
                write(inside, out);
            } else {
                out.raw((Slice) member.getValue());
            }
            separator = ",";
        }
        out.ascii(separator.equals("{") ? "{}" : "}");
    }
}
