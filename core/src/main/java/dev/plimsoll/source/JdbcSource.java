package dev.plimsoll.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table or view. Each page is fetched behind the key of the row before it, so that the last of five million rows
 * costs what the first does where there is an index on the order. Nothing stays open between pages. Column names are looked up
 * in the database and quoted; values are bound.
 */
public final class JdbcSource implements PageSource {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final DataSource database;
    private final Settings settings;
    private @Nullable JdbcPlan plan;

    private JdbcSource(DataSource database, Settings settings) {
        this.database = Objects.requireNonNull(database, "database");
        this.settings = settings;
    }

    /** What makes one; lists are copied. */
    record Settings(
            String table,
            List<SourceOrder> order,
            List<String> columns,
            List<String> filters,
            List<SourceCondition> conditions,
            List<Own> own,
            boolean counted,
            Duration patience,
            WalkLimits walk) {

        Settings {
            order = List.copyOf(order);
            columns = List.copyOf(columns);
            filters = List.copyOf(filters);
            conditions = List.copyOf(conditions);
            own = List.copyOf(own);
        }

        /** A condition in SQL. */
        record Own(String condition, List<Object> values) {}
    }

    /**
     * All rows, those created last first.
     *
     * @param table its name, or {@code schema.name}
     * @param created the column that says when a row was created
     * @param key a column with another value in every row; decides between equal times
     */
    public static JdbcSource newestFirst(DataSource database, String table, String created, String key) {
        return ordered(database, table, SourceOrder.descending(created), SourceOrder.descending(key));
    }

    /** All rows in another order. The columns together must have other values in every row: end with a unique one. */
    public static JdbcSource ordered(DataSource database, String table, SourceOrder first, SourceOrder... others) {
        List<SourceOrder> order = Stream.concat(Stream.of(first), Stream.of(others)).toList();
        return new JdbcSource(
                database,
                new Settings(
                        table, order, List.of(), List.of(), List.of(), List.of(), true, PATIENCE, WalkLimits.DEFAULT));
    }

    private JdbcSource with(
            List<String> columns, List<String> filters, List<SourceCondition> conditions, List<Settings.Own> own) {
        return new JdbcSource(
                database,
                new Settings(
                        settings.table,
                        settings.order,
                        columns,
                        filters,
                        conditions,
                        own,
                        settings.counted,
                        settings.patience,
                        settings.walk));
    }

    private JdbcSource with(boolean counted, Duration patience, WalkLimits walk) {
        return new JdbcSource(
                database,
                new Settings(
                        settings.table,
                        settings.order,
                        settings.columns,
                        settings.filters,
                        settings.conditions,
                        settings.own,
                        counted,
                        patience,
                        walk));
    }

    /** Only these columns, called so in the JSON; without it all of them. */
    public JdbcSource columns(String... names) {
        return with(List.of(names), settings.filters, settings.conditions, settings.own);
    }

    /** Columns that readers may search and filter by; have an index on each where there are many rows. */
    public JdbcSource filters(String... names) {
        return with(settings.columns, List.of(names), settings.conditions, settings.own);
    }

    /** Only rows that meet this condition as well, such as one that the tool's arguments ask for. */
    public JdbcSource only(SourceCondition sourceCondition) {
        List<SourceCondition> more = new ArrayList<>(settings.conditions);
        more.add(sourceCondition);
        return with(settings.columns, settings.filters, more, settings.own);
    }

    /**
     * The same in SQL, such as {@code created_at >= ?}. The text goes into the statement as it is: never make it of anything
     * that came from outside, but give that as values.
     */
    public JdbcSource only(String condition, Object... values) {
        List<Settings.Own> more = new ArrayList<>(settings.own);
        more.add(new Settings.Own(condition, List.of(values)));
        return with(settings.columns, settings.filters, settings.conditions, more);
    }

    /** Without counting the rows, where that takes too long. */
    public JdbcSource uncounted() {
        return with(false, settings.patience, settings.walk);
    }

    /** How long one statement may take; 30 seconds without it. */
    public JdbcSource timeout(Duration most) {
        return with(settings.counted, most, settings.walk);
    }

    /** How far it may be walked for one request. */
    public JdbcSource walk(WalkLimits limits) {
        return with(settings.counted, settings.patience, limits);
    }

    @Override
    public String order() {
        return settings.order.stream().map(SourceOrder::toString).collect(Collectors.joining(", "));
    }

    @Override
    public boolean byOffset() {
        return false;
    }

    @Override
    public List<String> filters() {
        return settings.filters;
    }

    @Override
    public WalkLimits walk() {
        return settings.walk;
    }

    @Override
    public Comparator<Object> keyOrder() {
        return new SqlKeyOrder(settings.order.stream().map(SourceOrder::descending).toList());
    }

    @Override
    public SourceCount count() {
        return settings.counted ? SourceCount.exactly(run(JdbcPlan::count, this::counted)) : SourceCount.unknown();
    }

    private long counted(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            throw new SQLException("a count without a row");
        }
        return rows.getLong(1);
    }

    @Override
    public List<SourceRow> fetch(FetchPosition fetchPosition, int most) {
        return run(known -> known.page(fetchPosition.behind(), most), rows -> rows(rows, most));
    }

    private List<SourceRow> rows(ResultSet rows, int most) throws SQLException {
        JdbcPlan known = plan();
        List<SourceRow> page = new ArrayList<>();
        while (page.size() < most && rows.next()) {
            Map<String, @Nullable Object> value = new LinkedHashMap<>();
            int index = 1;
            for (SqlColumn column : known.shown()) {
                value.put(column.label(), SqlValue.plain(SqlValue.read(rows, index++, column)));
            }
            List<@Nullable Object> key = new ArrayList<>();
            for (SqlColumn column : known.keys()) {
                key.add(SqlValue.read(rows, index++, column));
            }
            page.add(new SourceRow(value, key));
        }
        return page;
    }

    @Override
    public @Nullable PageSource where(List<SourceCondition> all) {
        List<SourceCondition> conditions = new ArrayList<>(settings.conditions);
        conditions.addAll(all);
        JdbcPlan known = planned();
        if (!all.stream().allMatch(each -> settings.filters.contains(each.field()) && known.takes(each))) {
            return null;
        }
        return with(settings.columns, settings.filters, conditions, settings.own);
    }

    private JdbcPlan plan() {
        return Objects.requireNonNull(plan, "a plan that is made before its rows are read");
    }

    private JdbcPlan planned() {
        JdbcPlan known = plan;
        if (known != null) {
            return known;
        }
        try (Connection connection = database.getConnection()) {
            return planned(connection);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private JdbcPlan planned(Connection connection) throws SQLException {
        JdbcPlan known = plan;
        if (known == null) {
            known = JdbcPlan.of(SqlTable.of(connection, settings.table), settings);
            plan = known;
        }
        return known;
    }

    /** Asks for a statement, once the table is known. */
    private interface Asking {
        JdbcPlan.Statement of(JdbcPlan plan);
    }

    /** Reads what a statement gives. */
    private interface Reading<T> {
        T of(ResultSet rows) throws SQLException;
    }

    private <T> T run(Asking asking, Reading<T> reading) {
        try (Connection connection = database.getConnection()) {
            JdbcPlan.Statement asked = asking.of(planned(connection));
            try (PreparedStatement statement = connection.prepareStatement(asked.text())) {
                statement.setQueryTimeout((int) Math.max(1, settings.patience.toSeconds()));
                statement.setMaxRows(asked.most());
                statement.setFetchSize(asked.most());
                int index = 1;
                for (Object value : asked.values()) {
                    statement.setObject(index++, value);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    return reading.of(rows);
                }
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private IllegalStateException failed(SQLException e) {
        return new IllegalStateException("the table " + settings.table + " could not be read", e);
    }
}
