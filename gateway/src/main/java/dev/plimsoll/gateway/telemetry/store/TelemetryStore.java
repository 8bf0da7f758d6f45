package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.EntrySink;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Writes the database with the telemetry entries of all processes. Not thread-safe; several processes may use
 * the same file.
 */
public final class TelemetryStore implements EntrySink {

    /**
     * Maximum number of labels in the database. Labels contain names that clients choose, so the number of labels must
     * be limited.
     */
    static final int MAX_LABELS = 5_000;

    private static final long RETENTION_INTERVAL_MILLIS = Duration.ofMinutes(1).toMillis();

    private final Connection connection;
    private final SpoolImport spoolImport;
    private final RetentionJob retentionJob;
    private final int maxLabels;
    private final InstantSource clock;
    private long lastRetentionMillis;

    private TelemetryStore(
            Connection connection,
            SpoolImport spoolImport,
            RetentionJob retentionJob,
            int maxLabels,
            InstantSource clock) {
        this.connection = connection;
        this.spoolImport = spoolImport;
        this.retentionJob = retentionJob;
        this.maxLabels = maxLabels;
        this.clock = clock;
    }

    /**
     * Opens the database; creates it if needed.
     *
     * @param data the data folder
     * @param maxBytes maximum size of the file; the oldest entries are deleted first
     * @throws IOException if the database cannot be used, for example because a newer version has written it;
     *     the message is written for people
     */
    public static TelemetryStore open(Path data, Duration retention, long maxBytes, InstantSource clock)
            throws IOException {
        return open(data, retention, maxBytes, MAX_LABELS, clock);
    }

    static TelemetryStore open(Path data, Duration retention, long maxBytes, int maxLabels, InstantSource clock)
            throws IOException {
        Connection connection = Database.open(data, maxBytes);
        RetentionJob retentionJob = new RetentionJob(connection, retention, maxBytes);
        return new TelemetryStore(connection, new SpoolImport(EntrySpool.folder(data)), retentionJob, maxLabels, clock);
    }

    @Override
    public void write(List<TelemetryEntry> entries) throws IOException {
        if (entries.isEmpty()) {
            return;
        }
        runInTransaction(() -> {
            BatchWriter batchWriter = new BatchWriter(connection, maxLabels);
            batchWriter.add(entries);
            batchWriter.writeSums();
        });
    }

    /** Imports spools of other processes and deletes entries beyond the limits. */
    @Override
    public void runMaintenance() throws IOException {
        importSpools();
        long now = clock.millis();
        if (now - lastRetentionMillis >= RETENTION_INTERVAL_MILLIS) {
            lastRetentionMillis = now;
            while (deleteBatch(now)) {
                // each batch has its own transaction, so that other processes can write in between
            }
        }
    }

    private boolean deleteBatch(long now) throws IOException {
        boolean[] hasMore = new boolean[1];
        runInTransaction(() -> hasMore[0] = retentionJob.deleteBatch(now));
        return hasMore[0];
    }

    /**
     * Imports the spools of other processes.
     *
     * @return the number of spools with an unknown format, which were left out
     * @throws IOException if the import fails; entries are then neither lost nor added twice
     */
    public int importSpools() throws IOException {
        int unknownFormats = 0;
        for (Path spool : spoolImport.findSpools()) {
            boolean hasMore = true;
            while (hasMore) {
                boolean[] hasMoreParts = new boolean[1];
                runInTransaction(() -> {
                    BatchWriter batchWriter = new BatchWriter(connection, maxLabels);
                    hasMoreParts[0] = spoolImport.importPart(spool, connection, batchWriter);
                    batchWriter.writeSums();
                });
                hasMore = hasMoreParts[0];
            }
            unknownFormats += spoolImport.hasUnknownFormat(spool) ? 1 : 0;
            if (spoolImport.removeIfDone(spool, connection)) {
                runInTransaction(() -> spoolImport.removeOffset(spool, connection));
            }
        }
        return unknownFormats;
    }

    /** Work inside a transaction. */
    private interface Work {
        void run() throws SQLException, IOException;
    }

    private void runInTransaction(Work work) throws IOException {
        try {
            Database.execute(connection, Database.BEGIN);
            work.run();
            Database.execute(connection, Database.COMMIT);
        } catch (SQLException e) {
            rollback();
            throw new IOException("the telemetry database: " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            rollback();
            throw e;
        }
    }

    private void rollback() {
        try {
            Database.execute(connection, "ROLLBACK");
        } catch (SQLException e) {
            // SQLite has already rolled back itself
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("the telemetry database: " + e.getMessage(), e);
        }
    }
}
