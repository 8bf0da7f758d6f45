package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.UniformRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables in a text.
 *
 * @param tables one table, which is a list of records, or several, which are the members of an object
 */
record TableSet(List<TextTables.NamedTable> tables, OtherText otherText) implements TextData {

    /** Returns whether the records of all tables together are not much longer than the text. */
    boolean hasAcceptableSize(int textLength) {
        return RecordTable.isAcceptableSize(jsonBytes(), textLength);
    }

    private RecordTable first() {
        return tables.get(0).table();
    }

    @Override
    public String label() {
        return TableFormat.LABEL;
    }

    @Override
    public String objectPhrase() {
        return "object of " + tables.size() + " tables";
    }

    @Override
    public int size() {
        return (int) Math.min(jsonBytes(), Integer.MAX_VALUE - 8);
    }

    private long jsonBytes() {
        return tables.stream()
                .mapToLong(table -> table.name().length() + 4L + table.table().size())
                .sum();
    }

    @Override
    public void writeTo(ByteSink out) {
        if (tables.size() == 1) {
            first().writeTo(out);
            return;
        }
        for (int i = 0; i < tables.size(); i++) {
            out.ascii(i == 0 ? "{" : ",").string(tables.get(i).name()).ascii(":");
            tables.get(i).table().writeTo(out);
        }
        out.ascii("}");
    }

    @Override
    public @Nullable Slice text(int from, int to) {
        return tables.size() == 1 ? first().text(from, to) : null;
    }

    @Override
    public @Nullable UniformRecords uniformRecords() {
        return tables.size() == 1 ? first().uniformRecords() : null;
    }

    @Override
    public LineErrors lineErrors() {
        return tables.size() == 1 ? first().lineErrors() : LineErrors.NONE;
    }
}
