package dev.plimsoll.gateway.telemetry.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** Deletes entries that are too old, and the oldest ones if the database is too large. */
final class RetentionJob {

    /** Minimum retention of hourly and daily sums, whatever the retention of requests. */
    private static final long SUMS_MILLIS = Duration.ofDays(400).toMillis();

    private static final int AT_ONCE = 20_000;

    /** Share of the limit above which entries are deleted; the rest is for entries written before the next run. */
    private static final double FULL = 0.9;

    private final Connection connection;
    private final long retention;
    private final long maxBytes;

    RetentionJob(Connection connection, Duration retention, long maxBytes) {
        this.connection = connection;
        this.retention = retention.toMillis();
        this.maxBytes = maxBytes;
    }

    /** Deletes one batch. Returns whether there may be more to delete. */
    boolean trim(long now) throws SQLException {
        int deleted = requests(now - retention)
                + sums(SumStep.MINUTE, now - retention)
                + sums(SumStep.HOUR, now - Math.max(retention, SUMS_MILLIS))
                + sums(SumStep.DAY, now - Math.max(retention, SUMS_MILLIS));
        if (deleted == 0 && bytes() > maxBytes * FULL) {
            deleted = requests(Long.MAX_VALUE);
            if (deleted == 0) {
                deleted = sums(SumStep.MINUTE, Long.MAX_VALUE);
            }
            if (deleted == 0) {
                deleted = sums(SumStep.HOUR, Long.MAX_VALUE);
            }
        }
        if (deleted > 0) {
            Database.run(connection, "PRAGMA incremental_vacuum");
        } else {
            labels();
        }
        return deleted > 0;
    }

    /** Returns the bytes in use, without free pages, which are reused. */
    private long bytes() throws SQLException {
        long pages =
                Database.number(connection, "PRAGMA page_count") - Database.number(connection, "PRAGMA freelist_count");
        return pages * Database.number(connection, "PRAGMA page_size");
    }

    private int requests(long before) throws SQLException {
        return delete(
                "DELETE FROM requests WHERE number IN (SELECT number FROM requests WHERE at < ? ORDER BY at LIMIT "
                        + AT_ONCE + ")",
                before);
    }

    private int sums(SumStep sumStep, long before) throws SQLException {
        return delete(
                "DELETE FROM sums WHERE (step, at, label) IN (SELECT step, at, label FROM sums WHERE step = "
                        + sumStep.code() + " AND at < ? ORDER BY at LIMIT " + AT_ONCE + ")",
                before - sumStep.millis());
    }

    private int delete(String sql, long before) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            delete.setLong(1, before);
            return delete.executeUpdate();
        }
    }

    /** Deletes unused labels to make space for new ones. */
    private void labels() throws SQLException {
        if (Database.number(connection, "SELECT count(*) FROM labels") > TelemetryStore.MOST_LABELS / 2) {
            Database.run(
                    connection,
                    "DELETE FROM labels WHERE id NOT IN (SELECT label FROM sums) AND id NOT IN (SELECT label FROM requests)");
        }
    }
}
