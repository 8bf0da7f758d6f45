package dev.plimsoll.source.jdbc;

import dev.plimsoll.source.SourceCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Builds a statement from names of the table, with question marks for all values. */
final class SqlText {

    private final StringBuilder text = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    SqlText add(String sql) {
        text.append(sql);
        return this;
    }

    SqlText value(Object value) {
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

    /** Adds a condition in the author's SQL, with its values. */
    SqlText sqlCondition(String condition, List<?> boundValues) {
        text.append('(').append(condition).append(')');
        values.addAll(boundValues);
        return this;
    }

    SqlText condition(SourceCondition sourceCondition, SqlColumn column) {
        Object value = sourceCondition.value();
        if (value == null) {
            return add(column.quoted()).add(" IS NULL");
        }
        if (sourceCondition.test() == SourceCondition.Test.EQUALS) {
            return add(column.quoted()).add(" = ").value(value);
        }
        String pattern = value.toString()
                .toLowerCase(Locale.ROOT)
                .replace("!", "!!")
                .replace("%", "!%")
                .replace("_", "!_");
        return add("LOWER(")
                .add(column.quoted())
                .add(") LIKE ")
                .value("%" + pattern + "%")
                .add(" ESCAPE '!'");
    }

    /**
     * Adds the condition for the rows after the row with this key: {@code (a > ?) OR (a = ? AND b > ?)}. Rows
     * without a value come last, whatever the default of the database.
     */
    SqlText afterKey(List<SqlColumn> columns, List<Boolean> descending, List<@Nullable Object> key) {
        Object first = key.get(0);
        if (first != null && !columns.get(0).nullable() && columns.size() > 1) {
            // redundant, but the database can use an index for it
            add(columns.get(0).quoted())
                    .add(descending.get(0) ? " <= " : " >= ")
                    .value(first)
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
                    equal(columns.get(j), key.get(j)).add(" AND ");
                }
                boolean nullable = columns.get(i).nullable();
                add(nullable ? "(" : "").add(columns.get(i).quoted());
                add(descending.get(i) ? " < " : " > ").value(value);
                add(nullable ? " OR " + columns.get(i).quoted() + " IS NULL)" : "")
                        .add(")");
            }
        }
        return add(hasTerms ? ")" : "1 = 0)");
    }

    private SqlText equal(SqlColumn column, @Nullable Object value) {
        add(column.quoted());
        return value == null ? add(" IS NULL") : add(" = ").value(value);
    }

    SqlText orderBy(List<SqlColumn> columns, List<Boolean> descending) {
        for (int i = 0; i < columns.size(); i++) {
            SqlColumn column = columns.get(i);
            add(i == 0 ? " ORDER BY " : ", ");
            add(column.nullable() ? "CASE WHEN " + column.quoted() + " IS NULL THEN 1 ELSE 0 END, " : "");
            add(column.quoted()).add(descending.get(i) ? " DESC" : " ASC");
        }
        return this;
    }
}
