package dev.plimsoll.gateway.telemetry.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** Deletes requests and sums that are too old. If the database is too large, also deletes the oldest ones. */
final class RetentionJob {

    /** Minimum retention of hourly and daily sums, even if requests are stored for a shorter time. */
    private static final long MIN_SUMS_RETENTION_MILLIS = Duration.ofDays(400).toMillis();

    private static final int BATCH_SIZE = 20_000;

    /**
     * Share of the maximum size above which entries are deleted. The rest is for entries that are written
     * until the next run.
     */
    private static final double MAX_FILL_SHARE = 0.9;

    private final Connection connection;
    private final long retentionMillis;
    private final long maxBytes;

    RetentionJob(Connection connection, Duration retention, long maxBytes) {
        this.connection = connection;
        this.retentionMillis = retention.toMillis();
        this.maxBytes = maxBytes;
    }

    /** Deletes one batch. Returns whether there may be more to delete. */
    boolean deleteBatch(long now) throws SQLException {
        int deleted = deleteRequests(now - retentionMillis)
                + deleteSums(SumStep.MINUTE, now - retentionMillis)
                + deleteSums(SumStep.HOUR, now - Math.max(retentionMillis, MIN_SUMS_RETENTION_MILLIS))
                + deleteSums(SumStep.DAY, now - Math.max(retentionMillis, MIN_SUMS_RETENTION_MILLIS));
        if (deleted == 0 && usedBytes() > maxBytes * MAX_FILL_SHARE) {
            deleted = deleteRequests(Long.MAX_VALUE);
            if (deleted == 0) {
                deleted = deleteSums(SumStep.MINUTE, Long.MAX_VALUE);
            }
            if (deleted == 0) {
                deleted = deleteSums(SumStep.HOUR, Long.MAX_VALUE);
            }
        }
        if (deleted > 0) {
            Database.execute(connection, "PRAGMA incremental_vacuum");
        } else {
            deleteUnusedLabels();
        }
        return deleted > 0;
    }

    /** Returns the bytes in use. Free pages do not count, because they are reused. */
    private long usedBytes() throws SQLException {
        long pages = Database.queryNumber(connection, "PRAGMA page_count")
                - Database.queryNumber(connection, "PRAGMA freelist_count");
        return pages * Database.queryNumber(connection, "PRAGMA page_size");
    }

    /** Deletes a batch of the oldest requests before a time. Returns the number of deleted requests. */
    private int deleteRequests(long before) throws SQLException {
        return delete(
                "DELETE FROM requests WHERE number IN (SELECT number FROM requests WHERE at < ? ORDER BY at LIMIT "
                        + BATCH_SIZE + ")",
                before);
    }

    private int deleteSums(SumStep sumStep, long before) throws SQLException {
        return delete(
                "DELETE FROM sums WHERE (step, at, label) IN (SELECT step, at, label FROM sums WHERE step = "
                        + sumStep.code() + " AND at < ? ORDER BY at LIMIT " + BATCH_SIZE + ")",
                before - sumStep.millis());
    }

    private int delete(String sql, long before) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            delete.setLong(1, before);
            return delete.executeUpdate();
        }
    }

    /** Deletes labels without requests and sums, to make space for new labels. */
    private void deleteUnusedLabels() throws SQLException {
        if (Database.queryNumber(connection, "SELECT count(*) FROM labels") > TelemetryStore.MAX_LABELS / 2) {
            Database.execute(
                    connection,
                    "DELETE FROM labels WHERE id NOT IN (SELECT label FROM sums) AND id NOT IN (SELECT label FROM requests)");
        }
    }
}
