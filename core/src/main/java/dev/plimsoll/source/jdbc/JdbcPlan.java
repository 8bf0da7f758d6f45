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
 * @param keyColumns columns of the order
 */
record JdbcPlan(
        SqlTable table, JdbcSource.Settings settings, List<SqlColumn> shownColumns, List<SqlColumn> keyColumns) {

    /** Statement with its bound values. At most {@code maxRows} rows of its result are read. */
    record Statement(String sql, List<Object> values, int maxRows) {}

    /** Creates a plan. Throws {@link IllegalArgumentException} if the table lacks one of the columns. */
    static JdbcPlan of(SqlTable table, JdbcSource.Settings settings) {
        List<SqlColumn> shown = settings.columns().isEmpty()
                ? List.copyOf(table.columns().values())
                : settings.columns().stream().map(table::column).toList();
        List<SqlColumn> keys = settings.order().stream()
                .map(each -> table.column(each.column()))
                .toList();
        JdbcPlan plan = new JdbcPlan(table, settings, shown, keys);
        settings.filters().forEach(table::column);
        for (SourceCondition sourceCondition : settings.conditions()) {
            if (!plan.accepts(sourceCondition)) {
                throw new IllegalArgumentException(
                        "condition: the column " + sourceCondition.field() + " does not accept this value");
            }
        }
        return plan;
    }

    boolean accepts(SourceCondition sourceCondition) {
        SqlColumn column = table.column(sourceCondition.field());
        return column.accepts(sourceCondition.value())
                && (sourceCondition.test() == SourceCondition.Test.EQUALS || column.isText());
    }

    private List<Boolean> descending() {
        return settings.order().stream().map(SourceOrder::descending).toList();
    }

    Statement count() {
        SqlText text = new SqlText().add("SELECT COUNT(*) FROM ").add(table.quoted());
        where(text, null);
        return new Statement(text.text(), text.values(), 1);
    }

    @SuppressWarnings("unchecked") // keys are created by this plan only
    Statement page(@Nullable Object afterKey, int maxRows) {
        String names = Stream.concat(shownColumns.stream(), keyColumns.stream())
                .map(SqlColumn::quoted)
                .collect(Collectors.joining(", "));
        SqlText text = new SqlText().add("SELECT " + names + " FROM ").add(table.quoted());
        where(text, (List<@Nullable Object>) afterKey);
        text.orderBy(keyColumns, descending());
        return new Statement(text.text(), text.values(), maxRows);
    }

    private void where(SqlText text, @Nullable List<@Nullable Object> afterKey) {
        List<Runnable> parts = new ArrayList<>();
        settings.sqlConditions()
                .forEach(sqlCondition ->
                        parts.add(() -> text.sqlCondition(sqlCondition.condition(), sqlCondition.values())));
        settings.conditions().forEach(each -> parts.add(() -> text.condition(each, table.column(each.field()))));
        if (afterKey != null) {
            parts.add(() -> text.afterKey(keyColumns, descending(), afterKey));
        }
        for (int i = 0; i < parts.size(); i++) {
            text.add(i == 0 ? " WHERE " : " AND ");
            parts.get(i).run();
        }
    }
}
