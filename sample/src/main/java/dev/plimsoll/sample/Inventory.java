package dev.plimsoll.sample;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;

/** The sample data in an in-memory database. It is identical at every start; changes are not saved. */
final class Inventory implements AutoCloseable {

    private final JdbcDataSource source;
    private final Connection database;

    private Inventory(JdbcDataSource source, Connection database) {
        this.source = source;
        this.database = database;
    }

    static Inventory open() throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID());
        Connection database = source.getConnection();
        new InventoryGenerator(database).fill();
        return new Inventory(source, database);
    }

    /** Returns the data source for callers that open their own connections. It is valid while this object is open. */
    DataSource source() {
        return source;
    }

    /** Returns the rows of a query as maps from column names to values. */
    synchronized List<Map<String, Object>> query(String query, @Nullable Object... parameters) {
        try (PreparedStatement statement = prepare(query, parameters);
                ResultSet result = statement.executeQuery()) {
            ResultSetMetaData columns = result.getMetaData();
            List<Map<String, Object>> rows = new ArrayList<>();
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    Object value = result.getObject(i);
                    if (value != null) {
                        row.put(columns.getColumnLabel(i).toLowerCase(Locale.ROOT), toJsonValue(value));
                    }
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException("the inventory cannot be read: " + e.getMessage(), e);
        }
    }

    /** Runs a statement, and returns the number of changed rows. */
    synchronized int execute(String command, @Nullable Object... parameters) {
        try (PreparedStatement statement = prepare(command, parameters)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the inventory cannot be changed: " + e.getMessage(), e);
        }
    }

    private PreparedStatement prepare(String command, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = database.prepareStatement(command);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private static Object toJsonValue(Object value) {
        return value instanceof java.sql.Timestamp time ? formatTime(time.toLocalDateTime()) : value;
    }

    static String formatTime(LocalDateTime time) {
        return time.withNano(0) + (time.getSecond() == 0 ? ":00Z" : "Z");
    }

    @Override
    public synchronized void close() throws SQLException {
        database.close();
    }
}
