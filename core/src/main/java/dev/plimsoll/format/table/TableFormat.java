package dev.plimsoll.format.table;

import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Tables for people: with bars between the columns (Markdown, psql, mysql, DuckDB), or of fixed width
 * (kubectl, ps). One table becomes an array of records; several become an object of arrays.
 */
public final class TableFormat implements TextFormat {

    static final String LABEL = "table";

    private static final int HEAD_BYTES = 64 << 10;
    private static final int MIN_ROWS = 3;

    @Override
    public String name() {
        return "table";
    }

    /**
     * Returns true for a short text, which {@link #read} examines in full. For a longer text, returns whether its first
     * {@link #HEAD_BYTES} bytes have a table; an incomplete line at their end is left out.
     */
    @Override
    public boolean canRead(Slice text) {
        if (text.length() <= HEAD_BYTES) {
            return true;
        }
        int end = HEAD_BYTES;
        while (end > 0 && text.at(end - 1) != '\n') {
            end--;
        }
        return new TextTables(text.sub(0, end), MIN_ROWS).findTables();
    }

    @Override
    public @Nullable TextData read(Slice text) {
        return read(text, MIN_ROWS);
    }

    @Override
    public @Nullable TextData readDeclared(Slice text) {
        return read(text, 2);
    }

    private static @Nullable TextData read(Slice text, int minRows) {
        TextTables textTables = new TextTables(text, minRows);
        TableSet tableSet = textTables.findTables() ? new TableSet(textTables.tables(), textTables.otherText()) : null;
        return tableSet != null && tableSet.hasAcceptableSize(text.length()) ? tableSet : null;
    }
}
