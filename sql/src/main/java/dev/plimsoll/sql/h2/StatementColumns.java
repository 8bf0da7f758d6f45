package dev.plimsoll.sql.h2;

import dev.plimsoll.json.Slice;
import dev.plimsoll.sql.SqlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.h2.command.query.Query;
import org.h2.expression.Expression;
import org.h2.expression.ExpressionColumn;
import org.h2.result.ResultInterface;
import org.h2.util.HasSQL;
import org.h2.value.Value;
import org.h2.value.ValueArray;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueJson;
import org.jspecify.annotations.Nullable;

/** Output columns of a statement: their names, and the conversion of their values. */
final class StatementColumns {

    /** Computed numbers with more digits after the decimal point lose their trailing zeros. */
    private static final int MAX_SCALE_WITH_ZEROS = 6;

    /** Name that H2 in PostgreSQL mode gives to an expression without an alias. */
    private static final String UNNAMED = "?column?";

    private static final int MAX_NAME_LENGTH = 60;

    private final List<String> names = new ArrayList<>();
    private final @Nullable SqlType[] types;

    /** @param query the parsed statement, which provides names for expressions without an alias */
    StatementColumns(ResultInterface result, Query query) {
        int count = result.getVisibleColumnCount();
        types = new SqlType[count];
        for (int i = 0; i < count; i++) {
            String name = result.getAlias(i);
            names.add(name.equals(UNNAMED) ? expressionText(query, i) : name);
            types[i] = findType(query.getExpressions().get(i).getNonAliasExpression());
        }
    }

    private static String expressionText(Query query, int index) {
        String text = query.getExpressions()
                .get(index)
                .getSQL(HasSQL.QUOTE_ONLY_WHEN_REQUIRED)
                .toLowerCase(Locale.ROOT);
        return text.length() <= MAX_NAME_LENGTH ? text : text.substring(0, MAX_NAME_LENGTH - 1) + "…";
    }

    /** Returns the type of an output column that is a column of a document; null for a computed column. */
    private static @Nullable SqlType findType(Expression expression) {
        return expression instanceof ExpressionColumn column
                        && column.getColumn().getTable() instanceof DocumentTable table
                ? table.type(column.getColumn())
                : null;
    }

    List<String> names() {
        return List.copyOf(names);
    }

    /** Converts the values of a row for {@link dev.plimsoll.sql.SqlRowReceiver#onRow}. */
    @Nullable Object[] convert(Value[] values) {
        @Nullable Object[] converted = new Object[names.size()];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = convert(values[i], types[i]);
        }
        return converted;
    }

    private static @Nullable Object convert(Value value, @Nullable SqlType type) {
        if (value.getValueType() == Value.NULL) {
            return null;
        }
        return switch (value.getValueType()) {
            case Value.BOOLEAN -> value.getBoolean();
            case Value.TINYINT, Value.SMALLINT, Value.INTEGER, Value.BIGINT -> value.getLong();
            case Value.NUMERIC -> toNumber(value, type);
            case Value.DECFLOAT -> ((ValueDecfloat) value).isFinite() ? toNumber(value, type) : null;
            case Value.REAL, Value.DOUBLE -> value.getDouble();
            case Value.JSON -> Slice.of(((ValueJson) value).getBytesNoCopy());
            case Value.ARRAY ->
                Arrays.stream(((ValueArray) value).getList())
                        .map(item -> convert(item, null))
                        .toList();
            default -> type == SqlType.JSON ? Slice.of(value.getString()) : value.getString();
        };
    }

    /** Returns a number, without the trailing zeros that a division adds to a computed one. */
    private static BigDecimal toNumber(Value value, @Nullable SqlType type) {
        BigDecimal number = value.getBigDecimal();
        if (type != null || number.scale() <= MAX_SCALE_WITH_ZEROS) {
            return number;
        }
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
