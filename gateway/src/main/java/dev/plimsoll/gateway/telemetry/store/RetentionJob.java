package dev.plimsoll.gateway.telemetry.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** Lets go of what is too old, and of the oldest when there is too much. */
final class RetentionJob {

    /** For how long one can look back at sums of hours and days, whatever the retention of requests. */
    private static final long SUMS_MILLIS = Duration.ofDays(400).toMillis();

    private static final int AT_ONCE = 20_000;

    /** What is written until the next look must find room. */
    private static final double FULL = 0.9;

    private final Connection connection;
    private final long retention;
    private final long maxBytes;

    RetentionJob(Connection connection, Duration retention, long maxBytes) {
        this.connection = connection;
        this.retention = retention.toMillis();
        this.maxBytes = maxBytes;
    }

    /** One part of the work; whether there is more to do. */
    boolean trim(long now) throws SQLException {
        int gone = requests(now - retention)
                + sums(SumStep.MINUTE, now - retention)
                + sums(SumStep.HOUR, now - Math.max(retention, SUMS_MILLIS))
                + sums(SumStep.DAY, now - Math.max(retention, SUMS_MILLIS));
        if (gone == 0 && bytes() > maxBytes * FULL) {
            gone = requests(Long.MAX_VALUE);
            if (gone == 0) {
                gone = sums(SumStep.MINUTE, Long.MAX_VALUE);
            }
            if (gone == 0) {
                gone = sums(SumStep.HOUR, Long.MAX_VALUE);
            }
        }
        if (gone > 0) {
            Database.run(connection, "PRAGMA incremental_vacuum");
        } else {
            labels();
        }
        return gone > 0;
    }

    /** What is in use; pages that are free will be used again. */
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

    /** Names that nobody has used for so long make room for new ones. */
    private void labels() throws SQLException {
        if (Database.number(connection, "SELECT count(*) FROM labels") > TelemetryStore.MOST_LABELS / 2) {
            Database.run(
                    connection,
                    "DELETE FROM labels WHERE id NOT IN (SELECT label FROM sums) AND id NOT IN (SELECT label FROM requests)");
        }
    }
}
