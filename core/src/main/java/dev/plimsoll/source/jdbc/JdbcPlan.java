package dev.plimsoll.source.jdbc;

import dev.plimsoll.source.SourceCondition;
import dev.plimsoll.source.SourceOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates the SQL statements of a source, from its settings and the columns of its table.
 *
 * @param shownColumns columns in the JSON of a row
 * @param keyColumns columns that the rows are ordered by; their values are the key of a row
 */
record JdbcPlan(
        SqlTable table, JdbcSource.Settings settings, List<SqlColumn> shownColumns, List<SqlColumn> keyColumns) {

    /** Statement with its bound values. At most {@code maxRows} rows of its result are read. */
    record Statement(String sql, List<Object> values, int maxRows) {}

    /**
     * Creates a plan. Throws {@link IllegalArgumentException} if the table lacks one of the columns, or if a column
     * cannot be compared with the value of its condition.
     */
    static JdbcPlan of(SqlTable table, JdbcSource.Settings settings) {
        List<SqlColumn> shownColumns = settings.columns().isEmpty()
                ? List.copyOf(table.columns().values())
                : settings.columns().stream().map(table::column).toList();
        List<SqlColumn> keyColumns = settings.order().stream()
                .map(each -> table.column(each.column()))
                .toList();
        JdbcPlan plan = new JdbcPlan(table, settings, shownColumns, keyColumns);
        settings.filters().forEach(table::column);
        for (SourceCondition sourceCondition : settings.conditions()) {
            if (!plan.canTest(sourceCondition)) {
                throw new IllegalArgumentException(
                        "condition: the column " + sourceCondition.field() + " does not accept this value");
            }
        }
        return plan;
    }

    /** Returns whether the column of the condition can be compared with its value. */
    boolean canTest(SourceCondition sourceCondition) {
        SqlColumn column = table.column(sourceCondition.field());
        return column.canHold(sourceCondition.value())
                && (sourceCondition.test() == SourceCondition.Test.EQUALS || column.isText());
    }

    private List<Boolean> descendingFlags() {
        return settings.order().stream().map(SourceOrder::isDescending).toList();
    }

    Statement countStatement() {
        SqlText text = new SqlText().add("SELECT COUNT(*) FROM ").add(table.quotedName());
        addWhere(text, null);
        return new Statement(text.text(), text.values(), 1);
    }

    @SuppressWarnings("unchecked") // keys are created by this plan only
    Statement pageStatement(@Nullable Object afterKey, int maxRows) {
        String names = Stream.concat(shownColumns.stream(), keyColumns.stream())
                .map(SqlColumn::quotedName)
                .collect(Collectors.joining(", "));
        SqlText text = new SqlText().add("SELECT " + names + " FROM ").add(table.quotedName());
        addWhere(text, (List<@Nullable Object>) afterKey);
        text.addOrderBy(keyColumns, descendingFlags());
        return new Statement(text.text(), text.values(), maxRows);
    }

    private void addWhere(SqlText text, @Nullable List<@Nullable Object> afterKey) {
        List<Runnable> clauses = new ArrayList<>();
        settings.sqlConditions()
                .forEach(sqlCondition ->
                        clauses.add(() -> text.addSqlCondition(sqlCondition.condition(), sqlCondition.values())));
        settings.conditions().forEach(each -> clauses.add(() -> text.addCondition(each, table.column(each.field()))));
        if (afterKey != null) {
            clauses.add(() -> text.addRowsAfter(keyColumns, descendingFlags(), afterKey));
        }
        for (int i = 0; i < clauses.size(); i++) {
            text.add(i == 0 ? " WHERE " : " AND ");
            clauses.get(i).run();
        }
    }
}
