package dev.plimsoll.source;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * SQL statements of a source whose table is known.
 *
 * @param shown columns in the JSON of a row
 * @param keys columns of the order
 */
record JdbcPlan(SqlTable table, JdbcSource.Settings settings, List<SqlColumn> shown, List<SqlColumn> keys) {

    /** Statement with its bound values. At most {@code maxRows} rows are read. */
    record Statement(String text, List<Object> values, int most) {}

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
            if (!plan.takes(sourceCondition)) {
                throw new IllegalArgumentException(
                        "condition: the column " + sourceCondition.field() + " does not accept this value");
            }
        }
        return plan;
    }

    boolean takes(SourceCondition sourceCondition) {
        SqlColumn column = table.column(sourceCondition.field());
        return column.takes(sourceCondition.value())
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
        String names = Stream.concat(shown.stream(), keys.stream())
                .map(SqlColumn::quoted)
                .collect(Collectors.joining(", "));
        SqlText text = new SqlText().add("SELECT " + names + " FROM ").add(table.quoted());
        where(text, (List<@Nullable Object>) afterKey);
        text.order(keys, descending());
        return new Statement(text.text(), text.values(), maxRows);
    }

    private void where(SqlText text, @Nullable List<@Nullable Object> afterKey) {
        List<Runnable> parts = new ArrayList<>();
        settings.own().forEach(own -> parts.add(() -> text.own(own.condition(), own.values())));
        settings.conditions().forEach(each -> parts.add(() -> text.condition(each, table.column(each.field()))));
        if (afterKey != null) {
            parts.add(() -> text.behind(keys, descending(), afterKey));
        }
        for (int i = 0; i < parts.size(); i++) {
            text.add(i == 0 ? " WHERE " : " AND ");
            parts.get(i).run();
        }
    }
}
