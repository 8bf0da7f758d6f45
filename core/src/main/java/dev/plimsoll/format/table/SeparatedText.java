package dev.plimsoll.format.table;

import dev.plimsoll.format.data.ByteOrderMark;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;

/** Reads a text that is known to be rows of cells, however few, and whatever separates them. */
public final class SeparatedText {

    private static final byte[] SEPARATORS = {',', ';', '\t', '|'};

    private SeparatedText() {}

    /** Returns the rows as a JSON array of records. Columns are named and typed as in a recognized table. */
    public static Slice records(Slice text) {
        Slice unmarked = ByteOrderMark.remove(text);
        byte separator = separator(unmarked, SEPARATORS);
        JsonWriter json = new JsonWriter(text.length() + 64).beginArray();
        RowScanner first = new RowScanner(unmarked, separator);
        if (!first.next()) {
            return json.endArray().slice();
        }
        TableColumns columns = TableColumns.of(first);
        while (first.next()) {
            if (first.isWellFormed()) {
                columns.addRow(first);
            }
        }
        columns.finish();
        RowScanner rows = new RowScanner(unmarked, separator);
        for (int i = 0; rows.next(); i++) {
            if (i == 0 && columns.hasHeader()) {
                continue;
            }
            if (rows.isWellFormed()) {
                columns.write(rows, json.sink());
            } else {
                Slice line = new Slice(unmarked.bytes(), rows.start(), rows.stop());
                json.beginObject()
                        .number("line", rows.line())
                        .string("text", line)
                        .endObject();
            }
        }
        return json.endArray().slice();
    }

    /** Returns the separator that makes the most cells in the first row; the first one if none occurs. */
    static byte separator(Slice text, byte[] separators) {
        byte best = separators[0];
        int most = 1;
        for (byte separator : separators) {
            RowScanner row = new RowScanner(text, separator);
            int cells = row.next() && row.isWellFormed() ? row.cells() : 0;
            if (cells > most) {
                most = cells;
                best = separator;
            }
        }
        return best;
    }
}
