package dev.plimsoll.sql.h2;

import dev.plimsoll.sql.SqlInputColumn;
import dev.plimsoll.sql.SqlInputTable;
import dev.plimsoll.sql.SqlType;
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

/** Table of H2 that reads its values from a JSON document when a statement needs them. Nothing is copied. */
final class DocumentTable extends VirtualTable {

    /** Digits that a sum can have in addition to those of its numbers. */
    private static final int EXTRA_DIGITS = 20;

    /** Maximum number of values in a table whose rows are cached. */
    private static final long MAX_CACHED_VALUES = 1_000_000;

    private final SqlInputTable input;
    private final DocumentRow @Nullable [] cachedRows;
    private final List<Index> indexes = new ArrayList<>();

    DocumentTable(Schema schema, int id, SqlInputTable input) {
        super(schema, id, input.name());
        this.input = input;
        long plainColumns =
                input.columns().stream().filter(column -> !column.isNested()).count();
        // nested columns do not count: TableBuilder limits the number of values of tables that have them
        this.cachedRows =
                input.rowCount() * plainColumns <= MAX_CACHED_VALUES ? new DocumentRow[input.rowCount()] : null;
        Column[] columns = input.columns().stream().map(DocumentTable::toColumn).toArray(Column[]::new);
        setColumns(columns);
        // H2 expects the scan of the table as the first index
        indexes.add(new DocumentTableIndex(this, IndexColumn.wrap(columns), -1));
        for (int i = 0; i < columns.length; i++) {
            indexes.add(new DocumentTableIndex(this, IndexColumn.wrap(new Column[] {columns[i]}), i));
        }
    }

    private static Column toColumn(SqlInputColumn input) {
        Column column = new Column(input.name(), type(input));
        column.setVisible(!input.isNested());
        return column;
    }

    private static TypeInfo type(SqlInputColumn column) {
        return switch (column.type()) {
            case INTEGER -> TypeInfo.TYPE_BIGINT;
            case BOOLEAN -> TypeInfo.TYPE_BOOLEAN;
            case TEXT, JSON -> TypeInfo.TYPE_VARCHAR;
            case DECIMAL -> decimalType(column);
        };
    }

    /** Returns a type with enough digits for sums of the column. */
    private static TypeInfo decimalType(SqlInputColumn column) {
        int digits = column.integerDigits() + column.fractionDigits() + EXTRA_DIGITS;
        return column.hasExponents()
                ? TypeInfo.getTypeInfo(Value.DECFLOAT, digits, 0, null)
                : TypeInfo.getTypeInfo(Value.NUMERIC, digits, column.fractionDigits(), null);
    }

    /** Returns the type that a column has in the document. */
    SqlType type(Column column) {
        return input.columns().get(column.getColumnId()).type();
    }

    int rowCount() {
        return input.rowCount();
    }

    /** Returns a row. If the table is not too large, its rows are cached, because joins read them repeatedly. */
    Row row(int index) {
        DocumentRow[] cache = cachedRows;
        if (cache == null) {
            return new DocumentRow(input, index);
        }
        DocumentRow row = cache[index];
        if (row == null) {
            row = new DocumentRow(input, index);
            cache[index] = row;
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
        return input.rowCount();
    }

    @Override
    public long getRowCountApproximation(SessionLocal session) {
        return input.rowCount();
    }

    @Override
    public boolean canDrop() {
        return false;
    }
}
