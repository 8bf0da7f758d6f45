package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.SpoolPart;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
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
 * Imports the spools of other processes. The database stores the offset up to which each spool was imported.
 * The offset changes in the same transaction that adds the entries, so each entry is added exactly once, even
 * after a crash.
 */
final class SpoolImport {

    private static final int PART_BYTES = 1 << 20;

    /**
     * Age up to which a spool is neither removed nor reported as unknown. A process creates the file, then
     * locks it, then writes the header, so a new file may have no lock and no header yet.
     */
    private static final long MIN_AGE_MILLIS = 10_000;

    private final Path folder;

    SpoolImport(Path folder) {
        this.folder = folder;
    }

    List<Path> findSpools() throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> spools = Files.newDirectoryStream(folder, "*" + EntrySpool.SUFFIX)) {
                spools.forEach(found::add);
            }
        }
        found.sort(null);
        return found;
    }

    /** Imports the next range of a spool. Returns whether there may be more to import. */
    boolean importPart(Path spool, Connection connection, BatchWriter batchWriter) throws SQLException, IOException {
        long offset = importedOffset(spool, connection);
        SpoolPart part;
        try {
            part = SpoolPart.readFrom(spool, offset, PART_BYTES);
        } catch (NoSuchFileException e) {
            return false;
        }
        if (part == null || part.end() == offset) {
            return false;
        }
        List<TelemetryEntry> entries = part.entries();
        batchWriter.add(entries);
        try (PreparedStatement write =
                connection.prepareStatement("INSERT OR REPLACE INTO spools (name, taken) VALUES (?,?)")) {
            write.setString(1, fileName(spool));
            write.setLong(2, part.end());
            write.executeUpdate();
        }
        return true;
    }

    private static long importedOffset(Path spool, Connection connection) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement("SELECT taken FROM spools WHERE name=?")) {
            read.setString(1, fileName(spool));
            try (ResultSet found = read.executeQuery()) {
                return found.next() ? found.getLong(1) : 0;
            }
        }
    }

    /**
     * Returns whether the spool has an unknown format, for example the format of a newer version. Such a file is left
     * in place. Returns false for a new file, whose header may be missing.
     */
    boolean hasUnknownFormat(Path spool) throws IOException {
        try {
            return SpoolPart.readFrom(spool, 0, 1) == null && isOld(spool);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Removes a spool that is completely imported and whose process has ended. Returns whether it was removed. */
    boolean removeIfDone(Path spool, Connection connection) throws IOException {
        if (isOpenHere(spool)) {
            return false;
        }
        try (FileChannel file = FileChannel.open(spool, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock == null || !isOld(spool)) {
                return false;
            }
            SpoolPart remainder = SpoolPart.readFrom(spool, importedOffset(spool, connection), PART_BYTES);
            if (remainder == null || !remainder.entries().isEmpty()) {
                return false;
            }
            Files.delete(spool);
            return true;
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            // this process has just created the spool, or another process has removed it
            return false;
        } catch (SQLException e) {
            throw new IOException("the telemetry database: " + e.getMessage(), e);
        }
    }

    private static boolean isOpenHere(Path spool) throws IOException {
        try {
            return EntrySpool.isOpen(spool);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean isOld(Path spool) throws IOException {
        return System.currentTimeMillis() - Files.getLastModifiedTime(spool).toMillis() > MIN_AGE_MILLIS;
    }

    void removeOffset(Path spool, Connection connection) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM spools WHERE name=?")) {
            delete.setString(1, fileName(spool));
            delete.executeUpdate();
        }
    }

    private static String fileName(Path spool) {
        return String.valueOf(spool.getFileName());
    }
}
