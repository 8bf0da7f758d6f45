package dev.plimsoll.sql.h2;

import dev.plimsoll.sql.SqlTableColumn;
import dev.plimsoll.sql.SqlTableData;
import java.util.ArrayList;
import java.util.List;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.result.Row;
import org.h2.schema.Schema;
import org.h2.table.Column;
import org.h2.table.IndexColumn;
import org.h2.table.VirtualTable;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/** Table of H2 whose values are those of a result. Nothing is copied: a row reads its values when they are needed. */
final class DocumentTable extends VirtualTable {

    private static final int EXTRA_DIGITS = 20;

    private static final long MAX_KEPT_VALUES = 1_000_000;

    private final SqlTableData data;
    private final ResultRow @Nullable [] rows;
    private final List<Index> indexes = new ArrayList<>();

    DocumentTable(Schema schema, int id, SqlTableData data) {
        super(schema, id, data.name());
        this.data = data;
        this.rows = (long) data.rows() * data.columns().size() <= MAX_KEPT_VALUES ? new ResultRow[data.rows()] : null;
        Column[] columns = data.columns().stream()
                .map(column -> new Column(column.name(), type(column)))
                .toArray(Column[]::new);
        setColumns(columns);
        indexes.add(new ResultIndex(this, IndexColumn.wrap(columns), -1));
        // the first index is the scan
        for (int i = 0; i < columns.length; i++) {
            indexes.add(new ResultIndex(this, IndexColumn.wrap(new Column[] {columns[i]}), i));
        }
    }

    private static TypeInfo type(SqlTableColumn column) {
        return switch (column.type()) {
            case INTEGER -> TypeInfo.TYPE_BIGINT;
            case BOOLEAN -> TypeInfo.TYPE_BOOLEAN;
            case TEXT, JSON -> TypeInfo.TYPE_VARCHAR;
            case DECIMAL -> decimal(column);
        };
    }

    /** Returns a type that has all digits of sums of a column. */
    private static TypeInfo decimal(SqlTableColumn column) {
        int digits = column.integerDigits() + column.fractionDigits() + EXTRA_DIGITS;
        return column.hasExponents()
                ? TypeInfo.getTypeInfo(Value.DECFLOAT, digits, 0, null)
                : TypeInfo.getTypeInfo(Value.NUMERIC, digits, column.fractionDigits(), null);
    }

    int rows() {
        return data.rows();
    }

    /** Returns a row. Rows of a table that is not very large are kept, because joins read them again and again. */
    Row row(int index) {
        ResultRow[] kept = rows;
        if (kept == null) {
            return new ResultRow(data, index);
        }
        ResultRow row = kept[index];
        if (row == null) {
            row = new ResultRow(data, index);
            kept[index] = row;
        }
        return row;
    }

    @Override
    public Index getScanIndex(SessionLocal session) {
        return indexes.get(0);
    }

    @Override
    public List<Index> getIndexes() {
        return indexes;
    }

    @Override
    public long getMaxDataModificationId() {
        return 0;
    }

    @Override
    public boolean isDeterministic() {
        return true;
    }

    @Override
    public boolean canGetRowCount(SessionLocal session) {
        return true;
    }

    @Override
    public long getRowCount(SessionLocal session) {
        return data.rows();
    }

    @Override
    public long getRowCountApproximation(SessionLocal session) {
        return data.rows();
    }

    @Override
    public boolean canDrop() {
        return false;
    }
}
