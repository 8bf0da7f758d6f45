package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.SameRecords;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Table in a text: the offsets of its rows and the properties of its columns. Each row is written as an object. */
final class RecordTable implements TextData {

    /** Maximum ratio of the length of the JSON to that of the text. Each record repeats the column names. */
    private static final long MAX_GROWTH = 16;

    private static final long ALLOWED_GROWTH_BYTES = 1 << 20;
    private static final int MAX_BYTES = 1 << 30;

    private final String label;
    private final Slice text;
    private final Supplier<TableRows> source;
    private final TableColumns tableColumns;
    private final Spans rows = new Spans();
    private LineErrors lineErrors = LineErrors.NONE;
    private int size;

    private RecordTable(String label, Slice text, Supplier<TableRows> source, TableColumns tableColumns) {
        this.label = label;
        this.text = text;
        this.source = source;
        this.tableColumns = tableColumns;
    }

    /**
     * Reads the columns and rows of a text whose beginning is a table; null if the rest is not one.
     *
     * @param source begins to read the rows of the text; called twice
     * @param hasHeader whether the form of the text shows that the first row is the header
     * @param minRows minimum number of rows, with the header
     */
    static @Nullable RecordTable of(
            String label, Slice text, Supplier<TableRows> source, boolean hasHeader, int minRows) {
        TableRows first = source.get();
        if (!first.next() || first.cells() == 0) {
            return null;
        }
        TableColumns columns = hasHeader ? TableColumns.ofHeader(first) : TableColumns.of(first);
        RecordTable table = new RecordTable(label, text, source, columns);
        return table.scan(first, minRows) && table.hasAcceptableSize() ? table : null;
    }

    private boolean scan(TableRows scanner, int minRows) {
        do {
            rows.add(scanner.start(), scanner.stop());
            lineErrors = addErrors(lineErrors, scanner, tableColumns.count());
            if (scanner.isRecord() && rows.count() > 1) {
                tableColumns.addRow(scanner);
            }
        } while (!lineErrors.isHopeless(rows.count()) && scanner.next());
        return rows.count() >= minRows && lineErrors.isTolerable(rows.count()) && !tableColumns.looksLikeClauses();
    }

    /** Counts a row that is not a record, or has another number of cells than there are columns. */
    static LineErrors addErrors(LineErrors errors, TableRows row, int columns) {
        if (!row.isRecord()) {
            return errors.withUnread(row.line());
        }
        return row.cells() == columns ? errors : errors.withUneven(row.line());
    }

    private boolean hasAcceptableSize() {
        tableColumns.finish();
        long names = tableColumns.nameBytes() + 4L * tableColumns.count() + 3;
        long all = names * records() + text.length();
        size = (int) Math.min(all, MAX_BYTES);
        return isAcceptable(all, text.length());
    }

    /** Returns whether records in a text may take so many bytes as JSON. */
    static boolean isAcceptable(long jsonBytes, int textLength) {
        return jsonBytes <= Math.min(MAX_BYTES, MAX_GROWTH * textLength + ALLOWED_GROWTH_BYTES);
    }

    /** Returns whether a record has the name of a column as its value there, so that the first row is no header. */
    boolean headerRecurs() {
        return tableColumns.headerRecurs();
    }

    /** Returns the names of the columns, still escaped. */
    List<Slice> columns() {
        return tableColumns.names();
    }

    private int firstRecord() {
        return tableColumns.hasHeader() ? 1 : 0;
    }

    int records() {
        return rows.count() - firstRecord();
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void writeTo(ByteSink out) {
        TableRows row = source.get();
        JsonWriter json = new JsonWriter(out).beginArray();
        for (int i = 0; row.next(); i++) {
            if (i < firstRecord()) {
                continue;
            }
            if (row.isRecord()) {
                tableColumns.write(row, json.sink());
            } else {
                Slice line = new Slice(text.bytes(), row.start(), row.stop());
                json.beginObject()
                        .number("line", row.line())
                        .string("text", line)
                        .endObject();
            }
        }
        json.endArray();
    }

    @Override
    public Slice text(int from, int to) {
        if (from == to || firstRecord() == 0) {
            return from == to ? rows(0, firstRecord()) : rows(from, to);
        }
        // everything before the first record: the header, its line break, and the ruled lines around it
        Slice header = new Slice(text.bytes(), text.from(), rows.from(1));
        Slice records = rows(from + 1, to + 1);
        return new ByteSink(header.length() + records.length())
                .raw(header)
                .raw(records)
                .slice();
    }

    private Slice rows(int from, int to) {
        return from == to ? text.sub(0, 0) : new Slice(text.bytes(), rows.from(from), rows.to(to - 1));
    }

    @Override
    public @Nullable SameRecords sameRecords() {
        return lineErrors.first() == 0 ? new SameRecords(tableColumns.names(), records()) : null;
    }

    @Override
    public LineErrors lineErrors() {
        return lineErrors;
    }
}
