package dev.plimsoll.source.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** An in-memory database with a table of entries, many with equal times. */
public @NullMarked final class Database implements AutoCloseable {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    final JdbcDataSource source = new JdbcDataSource();
    private final Connection connection;

    public Database() {
        source.setURL("jdbc:h2:mem:pages" + NUMBER.incrementAndGet());
        try {
            connection = source.getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public DataSource source() {
        return source;
    }

    Database run(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return this;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Creates {@code entry(id, created_at, status, amount, note)}. Each time repeats about twenty times. If
     * {@code hasMissingTimes}, one time in ten is null.
     */
    public Database createEntries(int count, long seed, boolean hasMissingTimes) {
        run("create table entry (id int primary key, created_at timestamp" + (hasMissingTimes ? "" : " not null")
                + ", status varchar(20), amount decimal(12,2), note varchar(200))");
        Random random = new Random(seed);
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into entry values (?, dateadd(second, ?, timestamp '2026-01-01 00:00:00'), ?, ?, ?)")) {
            for (int id = 1; id <= count; id++) {
                insert.setInt(1, id);
                boolean isMissing = hasMissingTimes && random.nextInt(10) == 0;
                insert.setObject(2, isMissing ? null : random.nextInt(Math.max(1, count / 20)));
                insert.setString(3, List.of("open", "closed", "50% off", "it's").get(random.nextInt(4)));
                insert.setBigDecimal(4, java.math.BigDecimal.valueOf(random.nextInt(10_000), 2));
                insert.setString(5, "entry " + Integer.toString(random.nextInt(), 36) + " Ünïcode 漢");
                insert.addBatch();
                if (id % 10_000 == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return this;
    }

    /** Returns the first column of every row. */
    public List<@Nullable Object> firstColumn(String sql) {
        List<@Nullable Object> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getObject(1));
            }
            return values;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
