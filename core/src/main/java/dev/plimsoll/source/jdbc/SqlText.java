package dev.plimsoll.source.jdbc;

import dev.plimsoll.source.SourceCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Builder of a statement: names of the table are part of the text, and values are bound to question marks. */
final class SqlText {

    private final StringBuilder text = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    SqlText add(String sql) {
        text.append(sql);
        return this;
    }

    SqlText addValue(Object value) {
        text.append('?');
        values.add(value);
        return this;
    }

    String text() {
        return text.toString();
    }

    List<Object> values() {
        return values;
    }

    /** Adds a condition that the author of the tool wrote in SQL, with its values. */
    SqlText addSqlCondition(String condition, List<?> boundValues) {
        text.append('(').append(condition).append(')');
        values.addAll(boundValues);
        return this;
    }

    SqlText addCondition(SourceCondition sourceCondition, SqlColumn column) {
        Object value = sourceCondition.value();
        if (value == null) {
            return add(column.quotedName()).add(" IS NULL");
        }
        if (sourceCondition.test() == SourceCondition.Test.EQUALS) {
            return add(column.quotedName()).add(" = ").addValue(value);
        }
        String pattern = value.toString()
                .toLowerCase(Locale.ROOT)
                .replace("!", "!!")
                .replace("%", "!%")
                .replace("_", "!_");
        return add("LOWER(")
                .add(column.quotedName())
                .add(") LIKE ")
                .addValue("%" + pattern + "%")
                .add(" ESCAPE '!'");
    }

    /**
     * Adds the condition for the rows after the row with this key: {@code (a > ?) OR (a = ? AND b > ?)}. Rows
     * without a value come last, whatever the default of the database.
     */
    SqlText addRowsAfter(List<SqlColumn> columns, List<Boolean> descending, List<@Nullable Object> key) {
        Object first = key.get(0);
        if (first != null && !columns.get(0).isNullable() && columns.size() > 1) {
            // redundant, but the database can use an index for it
            add(columns.get(0).quotedName())
                    .add(descending.get(0) ? " <= " : " >= ")
                    .addValue(first)
                    .add(" AND ");
        }
        add("(");
        boolean hasTerms = false;
        for (int i = 0; i < columns.size(); i++) {
            Object value = key.get(i);
            if (value != null) {
                add(hasTerms ? " OR (" : "(");
                hasTerms = true;
                for (int j = 0; j < i; j++) {
                    addEquality(columns.get(j), key.get(j)).add(" AND ");
                }
                boolean isNullable = columns.get(i).isNullable();
                add(isNullable ? "(" : "").add(columns.get(i).quotedName());
                add(descending.get(i) ? " < " : " > ").addValue(value);
                add(isNullable ? " OR " + columns.get(i).quotedName() + " IS NULL)" : "")
                        .add(")");
            }
        }
        return add(hasTerms ? ")" : "1 = 0)");
    }

    private SqlText addEquality(SqlColumn column, @Nullable Object value) {
        add(column.quotedName());
        return value == null ? add(" IS NULL") : add(" = ").addValue(value);
    }

    SqlText addOrderBy(List<SqlColumn> columns, List<Boolean> descending) {
        for (int i = 0; i < columns.size(); i++) {
            SqlColumn column = columns.get(i);
            add(i == 0 ? " ORDER BY " : ", ");
            add(column.isNullable() ? "CASE WHEN " + column.quotedName() + " IS NULL THEN 1 ELSE 0 END, " : "");
            add(column.quotedName()).add(descending.get(i) ? " DESC" : " ASC");
        }
        return this;
    }
}
