package dev.plimsoll.sql.h2;

import dev.plimsoll.sql.SqlInputTable;
import java.math.BigDecimal;
import java.util.Objects;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueBoolean;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueNull;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueVarchar;
import org.jspecify.annotations.Nullable;

/** Row of a {@link DocumentTable}. It reads each value once, when H2 needs it. */
final class DocumentRow extends Row {

    private final SqlInputTable table;
    private final int row;
    private final @Nullable Value[] values;

    DocumentRow(SqlInputTable table, int row) {
        this.table = table;
        this.row = row;
        this.values = new Value[table.columns().size()];
        setKey(row);
    }

    @Override
    public int getColumnCount() {
        return values.length;
    }

    @Override
    public Value getValue(int column) {
        if (column == ROWID_INDEX) {
            return ValueBigint.get(row);
        }
        Value cached = values[column];
        if (cached == null) {
            cached = convert(column);
            values[column] = cached;
        }
        return cached;
    }

    private Value convert(int column) {
        Object value = table.value(row, column);
        if (value == null) {
            return ValueNull.INSTANCE;
        }
        if (value instanceof Long number) {
            return ValueBigint.get(number);
        }
        if (value instanceof Boolean flag) {
            return ValueBoolean.get(flag);
        }
        if (value instanceof BigDecimal number) {
            return table.columns().get(column).hasExponents()
                    ? ValueDecfloat.get(number)
                    : ValueNumeric.getAnyScale(number);
        }
        return ValueVarchar.get(value.toString());
    }

    @Override
    public void setValue(int column, Value value) {
        values[column] = value;
    }

    @Override
    public int getMemory() {
        return 64;
    }

    @Override
    public void copyFrom(SearchRow source) {
        throw new UnsupportedOperationException("rows of documents do not change");
    }

    @Override
    public Value[] getValueList() {
        Value[] all = new Value[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = Objects.requireNonNull(getValue(i));
        }
        return all;
    }
}
