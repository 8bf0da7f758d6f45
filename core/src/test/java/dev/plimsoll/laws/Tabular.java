package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;

/** Decodes a table as the reference describes it for client programs. */
final class Tabular {

    private Tabular() {}

    /** Returns the array of the items. */
    static Slice items(Slice table) {
        Fields fields = new Fields(table);
        ItemIndex columns = ItemIndex.of(fields.get("columns"));
        ItemIndex rows = ItemIndex.of(fields.get("rows"));
        String absent = fields.has("absent") ? fields.get("absent").utf8() : "";
        ByteSink out = new ByteSink(table.length() * 2).ascii("[");
        for (int i = 0; i < rows.count(); i++) {
            out.ascii(i == 0 ? "" : ",");
            if (Json.type(rows.item(i)) == JsonType.ARRAY) {
                row(columns, ItemIndex.of(rows.item(i)), absent, out);
            } else {
                out.raw(rows.item(i));
            }
        }
        return out.ascii("]").slice();
    }

    private static void row(ItemIndex columns, ItemIndex cells, String absent, ByteSink out) {
        assertThat(cells.count()).as("cells of a row").isEqualTo(columns.count());
        String separator = "{";
        for (int i = 0; i < cells.count(); i++) {
            if (!cells.item(i).utf8().equals(absent)) {
                out.ascii(separator).raw(columns.item(i)).ascii(":").raw(cells.item(i));
                separator = ",";
            }
        }
        out.ascii(separator.equals("{") ? "{}" : "}");
    }
}
