package dev.plimsoll.sql.h2;

import java.util.Arrays;
import org.h2.command.query.AllColumnsForPlan;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.index.IndexCondition;
import org.h2.index.VirtualTableIndex;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.result.SortOrder;
import org.h2.table.IndexColumn;
import org.h2.table.TableFilter;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/** Rows of a table in their order or, for joins on a column, sorted by the column. Sorts at the first use. */
final class ResultIndex extends VirtualTableIndex {

    private static final double COST_OF_ROW = 10;

    private final DocumentTable documentTable;
    private final int column;
    private Value @Nullable [] sortedValues;
    private int[] sortedRows = {};

    /** @param column index of the column; -1 for the rows in their order */
    ResultIndex(DocumentTable table, IndexColumn[] columns, int column) {
        super(table, column < 0 ? "scan" : "column", columns);
        this.documentTable = table;
        this.column = column;
    }

    @Override
    public Cursor find(SessionLocal session, @Nullable SearchRow first, @Nullable SearchRow last, boolean reverse) {
        if (column < 0 || first == null) {
            return new Rows(null, 0, documentTable.rows());
        }
        Value wanted = first.getValue(column);
        if (wanted == null || wanted.getValueType() == Value.NULL) {
            return new Rows(null, 0, documentTable.rows());
        }
        Value[] values = sorted(session);
        int from = position(session, values, wanted, false);
        return new Rows(sortedRows, from, position(session, values, wanted, true));
    }

    /** Returns the number of values that are less than the wanted one, or equal to it. */
    private int position(SessionLocal session, Value[] values, Value wanted, boolean includesEqual) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = documentTable.compareValues(session, values[middle], wanted);
            if (order < 0 || (includesEqual && order == 0)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Value[] sorted(SessionLocal session) {
        Value[] known = sortedValues;
        if (known != null) {
            return known;
        }
        int rows = documentTable.rows();
        Value[] all = new Value[rows];
        Integer[] order = new Integer[rows];
        int count = 0;
        for (int i = 0; i < rows; i++) {
            all[i] = documentTable.row(i).getValue(column);
            if (all[i].getValueType() != Value.NULL) {
                order[count++] = i;
            }
        }
        Arrays.sort(order, 0, count, (a, b) -> documentTable.compareValues(session, all[a], all[b]));
        int[] sortedOrder = new int[count];
        Value[] values = new Value[count];
        for (int i = 0; i < count; i++) {
            sortedOrder[i] = order[i];
            values[i] = all[order[i]];
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
        double scan = COST_OF_ROW * (documentTable.rows() + 1);
        if (column < 0) {
            return scan;
        }
        boolean isEquality = masks != null && (masks[column] & IndexCondition.EQUALITY) == IndexCondition.EQUALITY;
        // sorting pays only if the rows are searched again and again
        return isEquality && filter > 0 ? COST_OF_ROW * 2 : scan * 2;
    }

    /** Returns null, so that H2 does not read the rows in the order of the index in place of sorting them. */
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

    /** Cursor over rows. */
    private final class Rows implements Cursor {

        private final int @Nullable [] order;
        private final int end;
        private int next;
        private @Nullable Row current;

        Rows(int @Nullable [] order, int from, int end) {
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
