package dev.plimsoll.format.row;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Rows that are arrays, converted to records. Each value keeps its written form. */
public final class RowRecords implements TextData {

    private static final int MAX_BYTES = 1 << 30;

    /** Minimum number of rows for each row that lacks cells at its end. */
    private static final int MIN_ROWS_PER_SHORT_ROW = 2;

    private final Slice list;
    private final RowColumns columns;
    private final int firstRecord;
    private final LineErrors errors;
    private final int size;
    private @Nullable ItemIndex rows;

    private RowRecords(Slice list, RowColumns columns, boolean hasHeaderRow, LineErrors errors, int size) {
        this.list = list;
        this.columns = columns;
        this.firstRecord = hasHeaderRow ? 1 : 0;
        this.errors = errors;
        this.size = size;
    }

    /**
     * Reads rows of which the first is the header: it has distinct texts that do not recur in their columns,
     * and rows below it have values of other types. Returns null if the first row is not a header.
     */
    static @Nullable RowRecords readWithHeader(Slice list) {
        Elements elements = Elements.of(list);
        if (!elements.next() || elements.type() != JsonType.ARRAY) {
            return null;
        }
        RowColumns columns = RowColumns.readFirstRow(elements.value());
        return columns == null ? null : read(list, columns, true);
    }

    /**
     * Reads rows; null if they are not arrays, too many have another length, or the records would be far longer than the
     * rows.
     */
    static @Nullable RowRecords read(Slice list, RowColumns columns, boolean hasHeaderRow) {
        LineErrors errors = LineErrors.NONE;
        LineErrors shortRows = LineErrors.NONE;
        boolean hasOtherType = !hasHeaderRow;
        int rowCount = 0;
        Elements elements = Elements.of(list);
        while (elements.next()) {
            if (elements.type() != JsonType.ARRAY || errors.isIrrecoverable(rowCount)) {
                return null;
            }
            rowCount++;
            int cellCount = 0;
            Elements row = elements.elements();
            while (row.next()) {
                JsonType type = row.type();
                hasOtherType |= type != JsonType.STRING && type != JsonType.NULL;
                if (type == JsonType.STRING
                        && hasHeaderRow
                        && rowCount > 1
                        && columns.isColumnName(cellCount, row.value())) {
                    return null;
                }
                cellCount++;
            }
            shortRows = cellCount < columns.count() ? shortRows.withUnevenRecord(rowCount) : shortRows;
            errors = cellCount > columns.count() ? errors.withUnevenRecord(rowCount) : errors;
        }
        errors = addShortRows(errors, shortRows, rowCount);
        long bytes = list.length() + rowCount * (columns.bytes() + 2);
        boolean isAcceptable = hasOtherType && errors.isTolerable(rowCount) && bytes <= MAX_BYTES;
        return isAcceptable && !ConvertedText.isTooLong(bytes, list)
                ? new RowRecords(list, columns, hasHeaderRow, errors, (int) bytes)
                : null;
    }

    /**
     * Adds short rows to the errors if they are few. Many short rows are no errors: servers for spreadsheets omit the empty
     * cells at the end of a row.
     */
    private static LineErrors addShortRows(LineErrors errors, LineErrors shortRows, int rows) {
        boolean areShortRowsUsual =
                !shortRows.isTolerable(rows) && (long) shortRows.unevenRecords() * MIN_ROWS_PER_SHORT_ROW <= rows;
        if (areShortRowsUsual || shortRows.unevenRecords() == 0) {
            return errors;
        }
        int first =
                errors.firstLine() == 0 ? shortRows.firstLine() : Math.min(errors.firstLine(), shortRows.firstLine());
        return new LineErrors(0, errors.unevenRecords() + shortRows.unevenRecords(), first);
    }

    @Override
    public String label() {
        return "table";
    }

    @Override
    public String remark() {
        return firstRecord == 1 ? "its first row is the header" : "";
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void writeTo(ByteSink out) {
        Elements elements = Elements.of(list);
        out.ascii("[");
        for (int i = 0; elements.next(); i++) {
            if (i >= firstRecord) {
                columns.write(elements.elements(), out.ascii(i == firstRecord ? "" : ","));
            }
        }
        out.ascii("]");
    }

    /** Returns the rows of some records as an array, with the header if it is a row. */
    @Override
    public Slice text(int from, int to) {
        ItemIndex index = rows();
        ByteSink out = new ByteSink(64).ascii("[");
        if (firstRecord == 1) {
            out.raw(index.item(0)).ascii(from == to ? "" : ",");
        }
        if (from < to) {
            out.raw(new Slice(list.bytes(), index.start(from + firstRecord), index.end(to - 1 + firstRecord)));
        }
        return out.ascii("]").slice();
    }

    /** Returns the index of the rows, which is created only for answers that show rows as arrays. */
    private ItemIndex rows() {
        ItemIndex rowIndex = rows;
        if (rowIndex == null) {
            rowIndex = ItemIndex.of(list);
            rows = rowIndex;
        }
        return rowIndex;
    }

    @Override
    public boolean isJson() {
        return true;
    }

    @Override
    public LineErrors lineErrors() {
        return errors;
    }

    @Override
    public String errorUnit() {
        return "row";
    }
}
