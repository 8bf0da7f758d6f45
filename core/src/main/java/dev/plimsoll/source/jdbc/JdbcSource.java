package dev.plimsoll.source.jdbc;

import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.FullReadLimits;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCondition;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceOrder;
import dev.plimsoll.source.SourceRow;
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
 * Source of the rows of a table or view. Each page is fetched by the key of the row before it. With an index
 * on the columns of the order, the last page of five million rows therefore costs as much as the first.
 * Nothing stays open between pages. Column names are looked up in the database and quoted; values are bound.
 */
public final class JdbcSource implements PageSource {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    private final DataSource database;
    private final Settings settings;
    private @Nullable JdbcPlan plan;

    private JdbcSource(DataSource database, Settings settings) {
        this.database = Objects.requireNonNull(database, "database");
        this.settings = settings;
    }

    /** Settings of a source. Lists are copied. */
    record Settings(
            String table,
            List<SourceOrder> order,
            List<String> columns,
            List<String> filters,
            List<SourceCondition> conditions,
            List<SqlCondition> sqlConditions,
            boolean isCounted,
            Duration timeout,
            FullReadLimits fullReadLimits) {

        Settings {
            order = List.copyOf(order);
            columns = List.copyOf(columns);
            filters = List.copyOf(filters);
            conditions = List.copyOf(conditions);
            sqlConditions = List.copyOf(sqlConditions);
        }

        /** Condition written in SQL. */
        record SqlCondition(String condition, List<Object> values) {}
    }

    /**
     * Creates a source of all rows, newest first.
     *
     * @param table name of the table, or {@code schema.name}
     * @param created column with the time when a row was created
     * @param key column with a unique value in every row; it orders equal times
     */
    public static JdbcSource newestFirst(DataSource database, String table, String created, String key) {
        return ordered(database, table, SourceOrder.descending(created), SourceOrder.descending(key));
    }

    /**
     * Creates a source of all rows in another order. No two rows may have the same values in all of these
     * columns; end with a column that is unique.
     */
    public static JdbcSource ordered(DataSource database, String table, SourceOrder first, SourceOrder... others) {
        List<SourceOrder> order =
                Stream.concat(Stream.of(first), Stream.of(others)).toList();
        return new JdbcSource(
                database,
                new Settings(
                        table,
                        order,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        true,
                        DEFAULT_TIMEOUT,
                        FullReadLimits.DEFAULT));
    }

    private JdbcSource withSelection(
            List<String> columns,
            List<String> filters,
            List<SourceCondition> conditions,
            List<Settings.SqlCondition> sqlConditions) {
        return new JdbcSource(
                database,
                new Settings(
                        settings.table,
                        settings.order,
                        columns,
                        filters,
                        conditions,
                        sqlConditions,
                        settings.isCounted,
                        settings.timeout,
                        settings.fullReadLimits));
    }

    private JdbcSource withReadSettings(boolean isCounted, Duration timeout, FullReadLimits limits) {
        return new JdbcSource(
                database,
                new Settings(
                        settings.table,
                        settings.order,
                        settings.columns,
                        settings.filters,
                        settings.conditions,
                        settings.sqlConditions,
                        isCounted,
                        timeout,
                        limits));
    }

    /** Returns a copy limited to these columns, which have these names in the JSON. The default is all columns. */
    public JdbcSource columns(String... names) {
        return withSelection(List.of(names), settings.filters, settings.conditions, settings.sqlConditions);
    }

    /** Returns a copy with these columns for search and filters by callers. Large tables need an index on each of them. */
    public JdbcSource filters(String... names) {
        return withSelection(settings.columns, List.of(names), settings.conditions, settings.sqlConditions);
    }

    /** Returns a copy limited to rows that meet this condition, for example one from the tool's arguments. */
    public JdbcSource only(SourceCondition sourceCondition) {
        List<SourceCondition> extended = new ArrayList<>(settings.conditions);
        extended.add(sourceCondition);
        return withSelection(settings.columns, settings.filters, extended, settings.sqlConditions);
    }

    /**
     * Returns a copy limited to rows that meet a condition in SQL, such as {@code created_at >= ?}. The text becomes part of
     * the statement, so never build it from external input. Pass such input as values.
     */
    public JdbcSource only(String condition, Object... values) {
        List<Settings.SqlCondition> extended = new ArrayList<>(settings.sqlConditions);
        extended.add(new Settings.SqlCondition(condition, List.of(values)));
        return withSelection(settings.columns, settings.filters, settings.conditions, extended);
    }

    /** Returns a copy that does not count the rows, for tables where counting takes too long. */
    public JdbcSource uncounted() {
        return withReadSettings(false, settings.timeout, settings.fullReadLimits);
    }

    /** Returns a copy with this time limit for one statement. The default is 30 seconds. */
    public JdbcSource timeout(Duration limit) {
        return withReadSettings(settings.isCounted, limit, settings.fullReadLimits);
    }

    /** Returns a copy with these limits for one request that has to read every row. */
    public JdbcSource fullReadLimits(FullReadLimits limits) {
        return withReadSettings(settings.isCounted, settings.timeout, limits);
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
    public FullReadLimits fullReadLimits() {
        return settings.fullReadLimits;
    }

    @Override
    public Comparator<Object> keyOrder() {
        return new SqlKeyOrder(
                settings.order.stream().map(SourceOrder::isDescending).toList());
    }

    @Override
    public SourceCount count() {
        return settings.isCounted
                ? SourceCount.exactly(runQuery(JdbcPlan::countStatement, this::readCount))
                : SourceCount.unknown();
    }

    private long readCount(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            throw new SQLException("the count returned no row");
        }
        return rows.getLong(1);
    }

    @Override
    public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
        return runQuery(
                currentPlan -> currentPlan.pageStatement(fetchPosition.afterKey(), maxRows),
                rows -> readRows(rows, maxRows));
    }

    private List<SourceRow> readRows(ResultSet rows, int maxRows) throws SQLException {
        JdbcPlan currentPlan = requirePlan();
        List<SourceRow> page = new ArrayList<>();
        while (page.size() < maxRows && rows.next()) {
            Map<String, @Nullable Object> value = new LinkedHashMap<>();
            int index = 1;
            for (SqlColumn column : currentPlan.shownColumns()) {
                value.put(column.label(), SqlValue.toJsonValue(SqlValue.read(rows, index++, column)));
            }
            List<@Nullable Object> key = new ArrayList<>();
            for (SqlColumn column : currentPlan.keyColumns()) {
                key.add(SqlValue.read(rows, index++, column));
            }
            page.add(new SourceRow(value, key));
        }
        return page;
    }

    @Override
    public @Nullable PageSource where(List<SourceCondition> addedConditions) {
        List<SourceCondition> allConditions = new ArrayList<>(settings.conditions);
        allConditions.addAll(addedConditions);
        JdbcPlan currentPlan = loadPlan();
        if (!addedConditions.stream()
                .allMatch(each -> settings.filters.contains(each.field()) && currentPlan.canTest(each))) {
            return null;
        }
        return withSelection(settings.columns, settings.filters, allConditions, settings.sqlConditions);
    }

    private JdbcPlan requirePlan() {
        return Objects.requireNonNull(plan, "plan: must be created before rows are read");
    }

    private JdbcPlan loadPlan() {
        JdbcPlan currentPlan = plan;
        if (currentPlan != null) {
            return currentPlan;
        }
        try (Connection connection = database.getConnection()) {
            return loadPlan(connection);
        } catch (SQLException e) {
            throw readError(e);
        }
    }

    private JdbcPlan loadPlan(Connection connection) throws SQLException {
        JdbcPlan currentPlan = plan;
        if (currentPlan == null) {
            currentPlan = JdbcPlan.of(SqlTable.load(connection, settings.table), settings);
            plan = currentPlan;
        }
        return currentPlan;
    }

    /** Creates a statement from the plan. */
    private interface StatementFactory {
        JdbcPlan.Statement create(JdbcPlan plan);
    }

    /** Reads the rows of a statement. */
    private interface RowReader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private <T> T runQuery(StatementFactory statementFactory, RowReader<T> rowReader) {
        try (Connection connection = database.getConnection()) {
            JdbcPlan.Statement query = statementFactory.create(loadPlan(connection));
            try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
                statement.setQueryTimeout((int) Math.max(1, settings.timeout.toSeconds()));
                statement.setMaxRows(query.maxRows());
                statement.setFetchSize(query.maxRows());
                int index = 1;
                for (Object value : query.values()) {
                    statement.setObject(index++, value);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    return rowReader.read(rows);
                }
            }
        } catch (SQLException e) {
            throw readError(e);
        }
    }

    private IllegalStateException readError(SQLException e) {
        return new IllegalStateException("the table " + settings.table + " cannot be read", e);
    }
}
