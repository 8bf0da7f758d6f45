package dev.plimsoll.sql.h2;

import java.util.Arrays;
import org.h2.command.query.AllColumnsForPlan;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.index.Index;
import org.h2.index.IndexCondition;
import org.h2.index.IndexType;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.result.SortOrder;
import org.h2.table.IndexColumn;
import org.h2.table.TableFilter;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/** Index of a {@link DocumentTable}: the rows in table order or, for joins on a column, sorted by that column on first use. */
final class DocumentTableIndex extends Index {

    private static final double COST_OF_ROW = 10;

    private final DocumentTable documentTable;
    private final int column;
    private Value @Nullable [] sortedValues;
    private int[] sortedRows = {};

    /** @param column index of the column; -1 for a scan in table order */
    DocumentTableIndex(DocumentTable table, IndexColumn[] columns, int column) {
        // a hash index, because H2 expects the rows of other indexes in the order of their columns, for example in
        // GROUP BY
        super(table, 0, column < 0 ? "scan" : "column", columns, 0, IndexType.createNonUnique(false, true, false));
        this.documentTable = table;
        this.column = column;
    }

    @Override
    public Cursor find(SessionLocal session, @Nullable SearchRow first, @Nullable SearchRow last, boolean reverse) {
        if (column < 0 || first == null) {
            return new RowCursor(null, 0, documentTable.rowCount());
        }
        Value soughtValue = first.getValue(column);
        if (soughtValue == null || soughtValue.getValueType() == Value.NULL) {
            return new RowCursor(null, 0, documentTable.rowCount());
        }
        Value[] values = sortedValues(session);
        int from = countBelow(session, values, soughtValue, false);
        return new RowCursor(sortedRows, from, countBelow(session, values, soughtValue, true));
    }

    /** Returns the number of values that are less than a limit or, if {@code includesEqual}, equal to it. */
    private int countBelow(SessionLocal session, Value[] values, Value limit, boolean includesEqual) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int comparison = documentTable.compareValues(session, values[middle], limit);
            if (comparison < 0 || (includesEqual && comparison == 0)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Value[] sortedValues(SessionLocal session) {
        Value[] cached = sortedValues;
        if (cached != null) {
            return cached;
        }
        int rows = documentTable.rowCount();
        Value[] valuesOfRows = new Value[rows];
        Integer[] order = new Integer[rows];
        int count = 0;
        for (int i = 0; i < rows; i++) {
            valuesOfRows[i] = documentTable.row(i).getValue(column);
            if (valuesOfRows[i].getValueType() != Value.NULL) {
                order[count++] = i;
            }
        }
        Arrays.sort(order, 0, count, (a, b) -> documentTable.compareValues(session, valuesOfRows[a], valuesOfRows[b]));
        int[] sortedOrder = new int[count];
        Value[] values = new Value[count];
        for (int i = 0; i < count; i++) {
            sortedOrder[i] = order[i];
            values[i] = valuesOfRows[order[i]];
        }
        sortedRows = sortedOrder;
        sortedValues = values;
        return values;
    }

    @Override
    public double getCost(
            SessionLocal session,
            int @Nullable [] masks,
            TableFilter[] filters,
            int filter,
            SortOrder sortOrder,
            AllColumnsForPlan allColumns,
            boolean isSelectCommand) {
        double scan = COST_OF_ROW * (documentTable.rowCount() + 1);
        if (column < 0) {
            return scan;
        }
        boolean isEquality = masks != null && (masks[column] & IndexCondition.EQUALITY) == IndexCondition.EQUALITY;
        // sorting takes less time only if the rows are searched repeatedly, for the rows of an earlier table of a join
        return isEquality && filter > 0 ? COST_OF_ROW * 2 : scan * 2;
    }

    /** Returns null, so that H2 sorts rows itself and does not rely on the order of this index. */
    @Override
    public @Nullable String getCreateSQL() {
        return null;
    }

    @Override
    public String getPlanSQL() {
        return column < 0 ? "scan" : "sorted by column " + column;
    }

    @Override
    public boolean isFindUsingFullTableScan() {
        return column < 0;
    }

    @Override
    public long getRowCount(SessionLocal session) {
        return documentTable.rowCount();
    }

    @Override
    public long getRowCountApproximation(SessionLocal session) {
        return documentTable.rowCount();
    }

    @Override
    public boolean needRebuild() {
        return false;
    }

    @Override
    public void close(SessionLocal session) {
        // nothing to close
    }

    @Override
    public void add(SessionLocal session, Row row) {
        throw readOnly();
    }

    @Override
    public void remove(SessionLocal session, Row row) {
        throw readOnly();
    }

    @Override
    public void remove(SessionLocal session) {
        throw readOnly();
    }

    @Override
    public void truncate(SessionLocal session) {
        throw readOnly();
    }

    private static DbException readOnly() {
        return DbException.getUnsupportedException("changes of a document");
    }

    /** Cursor over rows of the table. */
    private final class RowCursor implements Cursor {

        private final int @Nullable [] order;
        private final int end;
        private int next;
        private @Nullable Row current;

        RowCursor(int @Nullable [] order, int from, int end) {
            this.order = order;
            this.next = from;
            this.end = end;
        }

        @Override
        public @Nullable Row get() {
            return current;
        }

        @Override
        public @Nullable SearchRow getSearchRow() {
            return current;
        }

        @Override
        public boolean next() {
            if (next >= end) {
                current = null;
                return false;
            }
            int row = order == null ? next : order[next];
            next++;
            current = documentTable.row(row);
            return true;
        }

        @Override
        public boolean previous() {
            throw new UnsupportedOperationException("rows are read in one direction");
        }
    }
}
