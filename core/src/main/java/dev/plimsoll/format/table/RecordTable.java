package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.UniformRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Table in a text: the offsets of its rows and the properties of its columns. Each row is written as an object. */
final class RecordTable implements TextData {

    /** Maximum ratio of the length of the JSON to that of the text. Each record repeats the column names. */
    private static final long MAX_GROWTH_FACTOR = 16;

    private static final long ALLOWED_GROWTH_BYTES = 1 << 20;
    private static final int MAX_BYTES = 1 << 30;

    private final String label;
    private final Slice text;
    private final Supplier<TableRows> rowSource;
    private final TableColumns tableColumns;
    private final Spans rows = new Spans();
    private LineErrors lineErrors = LineErrors.NONE;
    private int size;

    private RecordTable(String label, Slice text, Supplier<TableRows> rowSource, TableColumns tableColumns) {
        this.label = label;
        this.text = text;
        this.rowSource = rowSource;
        this.tableColumns = tableColumns;
    }

    /**
     * Reads the columns and rows of a text as a table; null if the rows do not form one.
     *
     * @param rowSource starts a scan of all rows of the text; called by this method and each time the JSON is written
     * @param hasHeader whether the form of the text shows that the first row is the header
     * @param minRows minimum number of rows, with the header
     */
    static @Nullable RecordTable read(
            String label, Slice text, Supplier<TableRows> rowSource, boolean hasHeader, int minRows) {
        TableRows firstRow = rowSource.get();
        if (!firstRow.next() || firstRow.cellCount() == 0) {
            return null;
        }
        TableColumns columns = hasHeader ? TableColumns.ofHeader(firstRow) : TableColumns.of(firstRow);
        RecordTable table = new RecordTable(label, text, rowSource, columns);
        return table.scan(firstRow, minRows) && table.computeSize() ? table : null;
    }

    private boolean scan(TableRows scanner, int minRows) {
        do {
            rows.add(scanner.start(), scanner.end());
            lineErrors = addErrors(lineErrors, scanner, tableColumns.count());
            if (scanner.isRecord() && rows.count() > 1) {
                tableColumns.addRow(scanner);
            }
        } while (!lineErrors.isIrrecoverable(rows.count()) && scanner.next());
        return rows.count() >= minRows && lineErrors.isTolerable(rows.count()) && !tableColumns.canBeClauses();
    }

    /** Counts a row that is not a record, or has another number of cells than there are columns. */
    static LineErrors addErrors(LineErrors errors, TableRows row, int columns) {
        if (!row.isRecord()) {
            return errors.withUnreadableLine(row.lineNumber());
        }
        return row.cellCount() == columns ? errors : errors.withUnevenRecord(row.lineNumber());
    }

    /** Computes the approximate size of the JSON; returns false if the JSON is too much longer than the text. */
    private boolean computeSize() {
        tableColumns.finish();
        long nameBytesPerRecord = tableColumns.nameBytes() + 4L * tableColumns.count() + 3;
        long jsonBytes = nameBytesPerRecord * recordCount() + text.length();
        size = (int) Math.min(jsonBytes, MAX_BYTES);
        return isAcceptableSize(jsonBytes, text.length());
    }

    /** Returns whether the JSON of the records in a text of this length may have this many bytes. */
    static boolean isAcceptableSize(long jsonBytes, int textLength) {
        return jsonBytes <= Math.min(MAX_BYTES, MAX_GROWTH_FACTOR * textLength + ALLOWED_GROWTH_BYTES);
    }

    /**
     * Returns whether a record has the name of a column as its value in that column. Then the first row is
     * probably not a header.
     */
    boolean hasRepeatedHeader() {
        return tableColumns.hasRepeatedHeader();
    }

    /** Returns the names of the columns, still escaped. */
    List<Slice> columns() {
        return tableColumns.names();
    }

    private int firstRecordIndex() {
        return tableColumns.hasHeader() ? 1 : 0;
    }

    int recordCount() {
        return rows.count() - firstRecordIndex();
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
        TableRows row = rowSource.get();
        JsonWriter json = new JsonWriter(out).beginArray();
        for (int i = 0; row.next(); i++) {
            if (i < firstRecordIndex()) {
                continue;
            }
            if (row.isRecord()) {
                tableColumns.write(row, json.sink());
            } else {
                Slice line = new Slice(text.bytes(), row.start(), row.end());
                json.beginObject()
                        .number("line", row.lineNumber())
                        .string("text", line)
                        .endObject();
            }
        }
        json.endArray();
    }

    @Override
    public Slice text(int from, int to) {
        if (from == to || firstRecordIndex() == 0) {
            return from == to ? rows(0, firstRecordIndex()) : rows(from, to);
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
    public @Nullable UniformRecords uniformRecords() {
        return lineErrors.firstLine() == 0 ? new UniformRecords(tableColumns.names(), recordCount()) : null;
    }

    @Override
    public LineErrors lineErrors() {
        return lineErrors;
    }
}
