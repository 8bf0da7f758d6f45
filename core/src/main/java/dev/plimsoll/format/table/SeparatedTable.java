package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Table in a text: the offsets of its rows and the properties of its columns. Each row is written as an object. */
final class SeparatedTable implements TextData {

    private static final int MIN_ROWS = 3;

    /** Maximum ratio of the length of the JSON to that of the text. Each record repeats the column names. */
    private static final long MAX_GROWTH = 16;

    private static final long ALLOWED_GROWTH_BYTES = 1 << 20;
    private static final int MAX_BYTES = 1 << 30;

    private final String label;
    private final Slice text;
    private final byte separator;
    private final TableColumns tableColumns;
    private int[] bounds = new int[64];
    private int rows;
    private LineErrors lineErrors = LineErrors.NONE;
    private int size;

    private SeparatedTable(String label, Slice text, byte separator, TableColumns tableColumns) {
        this.label = label;
        this.text = text;
        this.separator = separator;
        this.tableColumns = tableColumns;
    }

    /** Reads the columns and rows of a text whose beginning is a table; null if the rest is not one. */
    static @Nullable SeparatedTable of(String label, Slice text, byte separator) {
        RowScanner scanner = new RowScanner(text, separator);
        if (!scanner.next() || !scanner.isWellFormed()) {
            return null;
        }
        SeparatedTable table = new SeparatedTable(label, text, separator, TableColumns.of(scanner));
        return table.scan(scanner) && table.hasAcceptableSize() ? table : null;
    }

    private boolean scan(RowScanner scanner) {
        do {
            if (2 * rows == bounds.length) {
                bounds = Arrays.copyOf(bounds, 4 * rows);
            }
            bounds[2 * rows] = scanner.start();
            bounds[2 * rows + 1] = scanner.stop();
            rows++;
            lineErrors = SeparatedFormat.addErrors(lineErrors, scanner, tableColumns.count());
            if (isRecord(scanner) && rows > 1) {
                tableColumns.addRow(scanner);
            }
        } while (!lineErrors.isHopeless(rows) && scanner.next());
        return rows >= MIN_ROWS && lineErrors.isTolerable(rows) && !tableColumns.looksLikeClauses();
    }

    private boolean hasAcceptableSize() {
        tableColumns.finish();
        long names = tableColumns.nameBytes() + 4L * tableColumns.count() + 3;
        long all = names * records() + text.length();
        size = (int) Math.min(all, MAX_BYTES);
        return all <= Math.min(MAX_BYTES, MAX_GROWTH * text.length() + ALLOWED_GROWTH_BYTES);
    }

    private static boolean isRecord(RowScanner row) {
        return row.isWellFormed() && row.cells() > 1;
    }

    private int firstRecord() {
        return tableColumns.hasHeader() ? 1 : 0;
    }

    private int records() {
        return rows - firstRecord();
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
        RowScanner scanner = new RowScanner(text, separator);
        JsonWriter json = new JsonWriter(out).beginArray();
        for (int i = 0; scanner.next(); i++) {
            if (i < firstRecord()) {
                continue;
            }
            if (isRecord(scanner)) {
                tableColumns.write(scanner, json.sink());
            } else {
                Slice line = new Slice(text.bytes(), scanner.start(), scanner.stop());
                json.beginObject()
                        .number("line", scanner.line())
                        .string("text", line)
                        .endObject();
            }
        }
        json.endArray();
    }

    @Override
    public Slice text(int from, int to) {
        if (firstRecord() == 0 || from == to) {
            return from == to ? rows(0, firstRecord()) : rows(from, to);
        }
        // includes the line break of the header
        int end = bounds[1] + (text.bytes()[bounds[1]] == '\r' ? 2 : 1);
        Slice header = new Slice(text.bytes(), bounds[0], end);
        Slice records = rows(from + 1, to + 1);
        return new ByteSink(header.length() + records.length())
                .raw(header)
                .raw(records)
                .slice();
    }

    private Slice rows(int from, int to) {
        return from == to ? text.sub(0, 0) : new Slice(text.bytes(), bounds[2 * from], bounds[2 * to - 1]);
    }

    @Override
    public LineErrors lineErrors() {
        return lineErrors;
    }
}
