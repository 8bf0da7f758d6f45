package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.EntrySink;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Where the entries of all processes come together. One thread uses it; other processes may use the same file. */
public final class TelemetryStore implements EntrySink {

    /** Names that clients make up must not fill the disk, nor what is held of them memory. */
    static final int MOST_LABELS = 5_000;

    private static final long TRIM_MILLIS = Duration.ofMinutes(1).toMillis();

    private final Connection connection;
    private final SpoolImport spoolImport;
    private final RetentionJob retentionJob;
    private final int mostLabels;
    private final InstantSource clock;
    private long trimmed;

    private TelemetryStore(
            Connection connection, SpoolImport spoolImport, RetentionJob retentionJob, int mostLabels, InstantSource clock) {
        this.connection = connection;
        this.spoolImport = spoolImport;
        this.retentionJob = retentionJob;
        this.mostLabels = mostLabels;
        this.clock = clock;
    }

    /**
     * Opens it; it is made if it is not there.
     *
     * @param data the data folder
     * @param maxBytes what the file may take; the oldest goes first
     * @throws IOException in words for people, for one that a newer version has written as well
     */
    public static TelemetryStore open(Path data, Duration retention, long maxBytes, InstantSource clock)
            throws IOException {
        return open(data, retention, maxBytes, MOST_LABELS, clock);
    }

    static TelemetryStore open(Path data, Duration retention, long maxBytes, int mostLabels, InstantSource clock)
            throws IOException {
        Connection connection = Database.open(data, maxBytes);
        RetentionJob retentionJob = new RetentionJob(connection, retention, maxBytes);
        return new TelemetryStore(connection, new SpoolImport(EntrySpool.folder(data)), retentionJob, mostLabels, clock);
    }

    @Override
    public void keep(List<TelemetryEntry> entries) throws IOException {
        if (entries.isEmpty()) {
            return;
        }
        transaction(() -> {
            BatchWriter batchWriter = new BatchWriter(connection, mostLabels);
            batchWriter.add(entries);
            batchWriter.finish();
        });
    }

    /** Takes over what other processes have spooled, and lets go of what is too old or too much. */
    @Override
    public void tend() throws IOException {
        takeSpools();
        long now = clock.millis();
        if (now - trimmed >= TRIM_MILLIS) {
            trimmed = now;
            while (trims(now)) {
                // a part at a time: others want to write as well
            }
        }
    }

    private boolean trims(long now) throws IOException {
        boolean[] more = new boolean[1];
        transaction(() -> more[0] = retentionJob.trim(now));
        return more[0];
    }

    /**
     * Takes over what other processes have spooled; how many spools are there that it cannot read.
     *
     * @throws IOException when they cannot be taken over; then they are as they were
     */
    public int takeSpools() throws IOException {
        int strange = 0;
        for (Path spool : spoolImport.all()) {
            boolean more = true;
            while (more) {
                boolean[] left = new boolean[1];
                transaction(() -> {
                    BatchWriter batchWriter = new BatchWriter(connection, mostLabels);
                    left[0] = spoolImport.take(spool, connection, batchWriter);
                    batchWriter.finish();
                });
                more = left[0];
            }
            strange += spoolImport.isStrange(spool) ? 1 : 0;
            if (spoolImport.removeIfDone(spool, connection)) {
                transaction(() -> spoolImport.forget(spool, connection));
            }
        }
        return strange;
    }

    /** Part of it. */
    private interface Work {
        void run() throws SQLException, IOException;
    }

    private void transaction(Work work) throws IOException {
        try {
            Database.run(connection, Database.BEGIN);
            work.run();
            Database.run(connection, Database.COMMIT);
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
            Database.run(connection, "ROLLBACK");
        } catch (SQLException e) {
            // it has gone back by itself
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
