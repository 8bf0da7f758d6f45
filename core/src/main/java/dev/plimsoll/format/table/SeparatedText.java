package dev.plimsoll.format.table;

import dev.plimsoll.format.data.ByteOrderMark;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;

/** Reads a text that is known to be rows of cells, with any number of rows and any of the usual separators. */
public final class SeparatedText {

    private static final byte[] SEPARATORS = {',', ';', '\t', '|'};

    private SeparatedText() {}

    /** Returns the rows as a JSON array of records. Columns are named and typed as in a recognized table. */
    public static Slice toRecords(Slice text) {
        Slice content = ByteOrderMark.remove(text);
        byte separator = findBestSeparator(content, SEPARATORS);
        JsonWriter json = new JsonWriter(text.length() + 64).beginArray();
        RowScanner scanner = new RowScanner(content, separator);
        if (!scanner.next()) {
            return json.endArray().slice();
        }
        TableColumns columns = TableColumns.of(scanner);
        while (scanner.next()) {
            if (scanner.isWellFormed()) {
                columns.addRow(scanner);
            }
        }
        columns.finish();
        RowScanner rows = new RowScanner(content, separator);
        for (int i = 0; rows.next(); i++) {
            if (i == 0 && columns.hasHeader()) {
                continue;
            }
            if (rows.isWellFormed()) {
                columns.write(rows, json.sink());
            } else {
                Slice line = new Slice(content.bytes(), rows.start(), rows.end());
                json.beginObject()
                        .number("line", rows.lineNumber())
                        .string("text", line)
                        .endObject();
            }
        }
        return json.endArray().slice();
    }

    /** Returns the separator that gives the first row the most cells; the first separator if none occurs in it. */
    static byte findBestSeparator(Slice text, byte[] separators) {
        byte best = separators[0];
        int maxCells = 1;
        for (byte separator : separators) {
            RowScanner row = new RowScanner(text, separator);
            int cells = row.next() && row.isWellFormed() ? row.cellCount() : 0;
            if (cells > maxCells) {
                maxCells = cells;
                best = separator;
            }
        }
        return best;
    }
}
