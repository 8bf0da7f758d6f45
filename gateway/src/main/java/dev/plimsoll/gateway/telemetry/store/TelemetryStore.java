package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Keeping;
import dev.plimsoll.gateway.telemetry.Spool;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Where the entries of all processes come together. One thread uses it; other processes may use the same file. */
public final class TelemetryStore implements Keeping {

    /** Names that clients make up must not fill the disk, nor what is held of them memory. */
    static final int MOST_LABELS = 5_000;

    private static final long TRIM_MILLIS = Duration.ofMinutes(1).toMillis();

    private final Connection connection;
    private final Spools spools;
    private final Trimming trimming;
    private final int mostLabels;
    private final InstantSource clock;
    private long trimmed;

    private TelemetryStore(
            Connection connection, Spools spools, Trimming trimming, int mostLabels, InstantSource clock) {
        this.connection = connection;
        this.spools = spools;
        this.trimming = trimming;
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
        Trimming trimming = new Trimming(connection, retention, maxBytes);
        return new TelemetryStore(connection, new Spools(Spool.folder(data)), trimming, mostLabels, clock);
    }

    @Override
    public void keep(List<Entry> entries) throws IOException {
        if (entries.isEmpty()) {
            return;
        }
        transaction(() -> {
            Writing writing = new Writing(connection, mostLabels);
            writing.add(entries);
            writing.finish();
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
        transaction(() -> more[0] = trimming.trim(now));
        return more[0];
    }

    /**
     * Takes over what other processes have spooled; how many spools are there that it cannot read.
     *
     * @throws IOException when they cannot be taken over; then they are as they were
     */
    public int takeSpools() throws IOException {
        int strange = 0;
        for (Path spool : spools.all()) {
            boolean more = true;
            while (more) {
                boolean[] left = new boolean[1];
                transaction(() -> {
                    Writing writing = new Writing(connection, mostLabels);
                    left[0] = spools.take(spool, connection, writing);
                    writing.finish();
                });
                more = left[0];
            }
            strange += spools.isStrange(spool) ? 1 : 0;
            if (spools.removeIfDone(spool, connection)) {
                transaction(() -> spools.forget(spool, connection));
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
