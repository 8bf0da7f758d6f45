package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.JDBC;
import org.sqlite.SQLiteErrorCode;

/**
 * Opens the database file and defines its schema. To change the schema, add a step at the end of {@link #MIGRATIONS}.
 */
final class Database {

    /** Application ID in the header of the file ("Plim" in ASCII), by which files of Plimsoll are recognized. */
    private static final int APPLICATION_ID = 0x506c696d;

    /**
     * SQL that begins a transaction. The driver's own methods are not used, because the driver does not know
     * whether a transaction is open after the disk was full.
     */
    static final String BEGIN = "BEGIN IMMEDIATE";

    static final String COMMIT = "COMMIT";

    private static final int PAGE_BYTES = 4096;
    private static final int BUSY_TIMEOUT_MILLIS = 2_000;
    private static final long RETRY_PAUSE_NANOS = 10_000_000;

    /** SQL statements that change the schema from each version to the next. The version is the number of steps. */
    private static final String[][] MIGRATIONS = {
        {
            "CREATE TABLE labels (id INTEGER PRIMARY KEY, server TEXT NOT NULL, tool TEXT NOT NULL,"
                    + " endpoint TEXT NOT NULL, caller TEXT NOT NULL, client TEXT NOT NULL, era TEXT NOT NULL,"
                    + " style TEXT NOT NULL, outcome TEXT NOT NULL,"
                    + " UNIQUE (server, tool, endpoint, caller, client, era, style, outcome))",
            "CREATE TABLE requests (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, label INTEGER NOT NULL,"
                    + " id INTEGER NOT NULL, follows INTEGER NOT NULL, kept INTEGER NOT NULL,"
                    + " answer_tokens INTEGER NOT NULL, real_tokens INTEGER, answer_bytes INTEGER NOT NULL,"
                    + " original_tokens INTEGER NOT NULL, original_bytes INTEGER NOT NULL, items INTEGER NOT NULL,"
                    + " micros INTEGER NOT NULL, own_micros INTEGER NOT NULL, arm TEXT, why TEXT NOT NULL)",
            "CREATE INDEX requests_at ON requests (at, number)",
            "CREATE INDEX requests_label ON requests (label, at, number)",
            "CREATE TABLE sums (step INTEGER NOT NULL, at INTEGER NOT NULL, label INTEGER NOT NULL,"
                    + " counts BLOB NOT NULL, PRIMARY KEY (step, at, label)) WITHOUT ROWID",
            // taken: offset in the spool up to which it was imported
            "CREATE TABLE spools (name TEXT PRIMARY KEY, taken INTEGER NOT NULL) WITHOUT ROWID"
        },
        {
            // the arm is a part of the label, so that sums are by arm too; requests.arm was never written
            "ALTER TABLE labels RENAME TO labels_1",
            "CREATE TABLE labels (id INTEGER PRIMARY KEY, server TEXT NOT NULL, tool TEXT NOT NULL,"
                    + " endpoint TEXT NOT NULL, caller TEXT NOT NULL, client TEXT NOT NULL, era TEXT NOT NULL,"
                    + " style TEXT NOT NULL, outcome TEXT NOT NULL, arm TEXT NOT NULL,"
                    + " UNIQUE (server, tool, endpoint, caller, client, era, style, outcome, arm))",
            "INSERT INTO labels SELECT id, server, tool, endpoint, caller, client, era, style, outcome, '' FROM labels_1",
            "DROP TABLE labels_1",
            "ALTER TABLE requests ADD COLUMN unit INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE requests ADD COLUMN instead TEXT",
            "ALTER TABLE requests ADD COLUMN instead_tokens INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE requests ADD COLUMN instead_bytes INTEGER NOT NULL DEFAULT 0"
        },
        {"ALTER TABLE requests ADD COLUMN exact INTEGER NOT NULL DEFAULT 0"},
        {
            "ALTER TABLE requests ADD COLUMN handles INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE requests ADD COLUMN handle_bytes INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE requests ADD COLUMN handle_tokens INTEGER NOT NULL DEFAULT 0"
        }
    };

    private Database() {}

    static Path file(Path data) {
        return data.resolve("telemetry").resolve("telemetry.db");
    }

    /** Opens the database for writing; creates it if needed. */
    static Connection open(Path data, long maxBytes) throws IOException {
        Path file = file(data);
        createFile(file);
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BUSY_TIMEOUT_MILLIS);
        while (true) {
            try {
                return openMigrated(file, maxBytes);
            } catch (SQLException e) {
                // retried here, because the busy timeout does not apply while another process changes the
                // journal mode
                boolean isBusy = (e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code;
                if (!isBusy
                        || System.nanoTime() - untilNanos > 0
                        || Thread.currentThread().isInterrupted()) {
                    throw new IOException(file + ": cannot be used: " + e.getMessage(), e);
                }
            }
            LockSupport.parkNanos(RETRY_PAUSE_NANOS);
        }
    }

    private static Connection openMigrated(Path file, long maxBytes) throws SQLException, IOException {
        Connection connection = connect(file);
        try {
            migrate(connection, file);
            execute(connection, "PRAGMA max_page_count = " + Math.max(64, maxBytes / PAGE_BYTES));
            return connection;
        } catch (SQLException | IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Opens the database for reading. */
    static Connection openForReading(Path data) throws IOException {
        Path file = file(data);
        if (!Files.exists(file)) {
            throw new IOException(file + ": does not exist yet");
        }
        try {
            Connection connection = connect(file);
            if (queryNumber(connection, "PRAGMA user_version") != MIGRATIONS.length) {
                connection.close();
                throw new IOException(file + ": was written by another version");
            }
            execute(connection, "PRAGMA query_only = 1");
            return connection;
        } catch (SQLException e) {
            throw new IOException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Creates the file with private permissions, because it contains names of tools and callers. */
    private static void createFile(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder, PrivateFiles.folderAttributes(folder));
        }
        try {
            Files.createFile(file, PrivateFiles.fileAttributes(folder == null ? file : folder));
        } catch (FileAlreadyExistsException e) {
            // the file exists
        }
    }

    private static Connection connect(Path file) throws SQLException {
        // keeps SLF4J, which the driver uses, from warning that it has no provider
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Properties settings = new Properties();
        settings.setProperty("busy_timeout", Integer.toString(BUSY_TIMEOUT_MILLIS));
        settings.setProperty("synchronous", "NORMAL");
        Connection connection = new JDBC().connect("jdbc:sqlite:" + file, settings);
        if (connection == null) {
            throw new SQLException("no driver");
        }
        return connection;
    }

    private static void migrate(Connection connection, Path file) throws SQLException, IOException {
        int version = (int) queryNumber(connection, "PRAGMA user_version");
        boolean isPlimsollDatabase = queryNumber(connection, "PRAGMA application_id") == APPLICATION_ID;
        if (version > 0 && !isPlimsollDatabase) {
            throw new IOException(file + ": is not a Plimsoll telemetry database; move it away");
        }
        if (version > MIGRATIONS.length) {
            throw new IOException(file + ": was written by a newer version (format " + version
                    + ", this one knows up to " + MIGRATIONS.length + "); use that version, or move the file away");
        }
        if (version == 0) {
            execute(connection, "PRAGMA auto_vacuum = INCREMENTAL");
        }
        execute(connection, "PRAGMA journal_mode = WAL");
        if (version == MIGRATIONS.length) {
            return;
        }
        execute(connection, BEGIN);
        // another process may have migrated in the meantime
        int schemaVersion = (int) queryNumber(connection, "PRAGMA user_version");
        for (int step = schemaVersion; step < MIGRATIONS.length; step++) {
            for (String change : MIGRATIONS[step]) {
                execute(connection, change);
            }
        }
        execute(connection, "PRAGMA application_id = " + APPLICATION_ID);
        execute(connection, "PRAGMA user_version = " + Math.max(schemaVersion, MIGRATIONS.length));
        execute(connection, COMMIT);
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static long queryNumber(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.next() ? found.getLong(1) : 0;
        }
    }
}
