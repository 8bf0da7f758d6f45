package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.SpoolPart;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What other processes have written down. How far each has been taken over stands in the database, and is changed in the
 * same transaction that brings the entries: whoever dies in between, each is there once.
 */
final class SpoolImport {

    private static final int PART_BYTES = 1 << 20;

    /** Whoever makes one locks it right after. */
    private static final long NEW_MILLIS = 10_000;

    private final Path folder;

    SpoolImport(Path folder) {
        this.folder = folder;
    }

    List<Path> all() throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> spools = Files.newDirectoryStream(folder, "*" + EntrySpool.SUFFIX)) {
                spools.forEach(found::add);
            }
        }
        found.sort(null);
        return found;
    }

    /** Takes over a part of what is new in it; whether there may be more. */
    boolean take(Path spool, Connection connection, BatchWriter into) throws SQLException, IOException {
        long taken = taken(spool, connection);
        SpoolPart part;
        try {
            part = SpoolPart.of(spool, taken, PART_BYTES);
        } catch (NoSuchFileException e) {
            return false;
        }
        if (part == null || part.end() == taken) {
            return false;
        }
        List<TelemetryEntry> entries = part.entries();
        into.add(entries);
        try (PreparedStatement write =
                connection.prepareStatement("INSERT OR REPLACE INTO spools (name, taken) VALUES (?,?)")) {
            write.setString(1, name(spool));
            write.setLong(2, part.end());
            write.executeUpdate();
        }
        return true;
    }

    private static long taken(Path spool, Connection connection) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement("SELECT taken FROM spools WHERE name=?")) {
            read.setString(1, name(spool));
            try (ResultSet found = read.executeQuery()) {
                return found.next() ? found.getLong(1) : 0;
            }
        }
    }

    /** Whether a newer version has written it, or somebody else: it is left where it is. */
    boolean isStrange(Path spool) throws IOException {
        try {
            return SpoolPart.of(spool, 0, 1) == null && isOld(spool);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Removes a spool that is taken over whole and whose process has ended. */
    boolean removeIfDone(Path spool, Connection connection) throws IOException {
        try (FileChannel file = FileChannel.open(spool, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock == null || !isOld(spool)) {
                return false;
            }
            SpoolPart rest = SpoolPart.of(spool, taken(spool, connection), PART_BYTES);
            if (rest == null || !rest.entries().isEmpty()) {
                return false;
            }
            Files.delete(spool);
            return true;
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            // its process is this one, or another has removed it
            return false;
        } catch (SQLException e) {
            throw new IOException("the telemetry database: " + e.getMessage(), e);
        }
    }

    private static boolean isOld(Path spool) throws IOException {
        return System.currentTimeMillis() - Files.getLastModifiedTime(spool).toMillis() > NEW_MILLIS;
    }

    void forget(Path spool, Connection connection) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM spools WHERE name=?")) {
            delete.setString(1, name(spool));
            delete.executeUpdate();
        }
    }

    private static String name(Path spool) {
        return String.valueOf(spool.getFileName());
    }
}
