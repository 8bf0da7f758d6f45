package dev.plimsoll.disk;

import dev.plimsoll.store.ElapsedTime;
import dev.plimsoll.store.Lifetime;
import dev.plimsoll.store.SnapshotId;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Files of a store's folder, with methods that read, delete, and clean them up. Not thread-safe, except {@link #deletePending}. */
final class SnapshotFiles {

    private static final Duration DAMAGED_RETENTION = Duration.ofDays(1);
    private static final long MAX_AGE_MILLIS = Duration.ofDays(36_500).toMillis();

    private final Queue<File> pendingDeletes = new ConcurrentLinkedQueue<>();
    private final Set<SnapshotId> newerSnapshots = new HashSet<>();
    private final StoreFolder folder;
    private final Consumer<SnapshotId> onDamaged;
    private final Consumer<String> warnings;
    private @Nullable StoreInstance storeInstance;

    SnapshotFiles(StoreFolder folder, Consumer<SnapshotId> onDamaged, Consumer<String> warnings) {
        this.folder = folder;
        this.onDamaged = onDamaged;
        this.warnings = warnings;
    }

    /** Returns a temporary file for a snapshot that has no final name yet. */
    File draftFile() throws IOException {
        StoreInstance instance = storeInstance;
        if (instance == null) {
            instance = StoreInstance.create(folder.path());
            storeInstance = instance;
        }
        return instance.temporaryFile(folder.path().toFile());
    }

    BlockFile blockFile(File file, SnapshotHeader.StoredHeader storedHeader) {
        return new BlockFile(
                file, storedHeader, () -> onDamaged.accept(storedHeader.header().id()));
    }

    /**
     * Reads the header of a file that is not in the index. Returns null if the file is missing, damaged, or of a newer
     * version.
     */
    @Nullable FileStoreEntry load(SnapshotId id, long now, Instant instant) {
        File file = folder.snapshotFile(id);
        try {
            SnapshotHeader.StoredHeader storedHeader = SnapshotHeader.read(file);
            SnapshotHeader snapshotHeader = storedHeader.header();
            if (!snapshotHeader.id().equals(id)) {
                throw new DamagedException("the file has the name of another snapshot");
            }
            long modifiedMillis = file.lastModified();
            long age = nanosBetween(snapshotHeader.takenAt().toEpochMilli(), instant);
            long lastExpiry = ElapsedTime.plus(now, snapshotHeader.maxTtl()) - age;
            Lifetime lifetime =
                    new Lifetime(snapshotHeader.ttl(), lastExpiry, now - nanosBetween(modifiedMillis, instant));
            long viewBytes = folder.viewsFile(id).length();
            return new FileStoreEntry(
                    blockFile(file, storedHeader), lifetime, storedHeader.fileBytes(), viewBytes, modifiedMillis);
        } catch (DamagedException e) {
            onDamaged.accept(id);
        } catch (SnapshotHeader.NewerException e) {
            newerSnapshots.add(id);
        } catch (IOException e) {
            // the file is missing or cannot be read now, but it need not be damaged
        }
        return null;
    }

    /** Returns the nanoseconds from a time to an instant; 0 if the time is later because the clock was set back. */
    static long nanosBetween(long millis, Instant instant) {
        long age = instant.toEpochMilli() - millis;
        return Math.max(0, Math.min(age, MAX_AGE_MILLIS)) * 1_000_000;
    }

    /** Returns whether the snapshot is known to be written by a newer version of Plimsoll. */
    boolean isNewer(SnapshotId id) {
        return newerSnapshots.contains(id);
    }

    /** Removes the file's name immediately; {@link #deletePending} frees its disk space. */
    void delete(SnapshotId id) {
        File file = folder.snapshotFile(id);
        File removedFile = storeInstance == null
                ? file
                : storeInstance.temporaryFile(folder.path().toFile());
        if (storeInstance != null && file.renameTo(removedFile)) {
            pendingDeletes.add(removedFile);
        } else {
            file.delete();
        }
        folder.viewsFile(id).delete();
    }

    /** Deletes the removed files. Callers must not hold a lock, because the disk may be slow. Thread-safe. */
    void deletePending() {
        for (File file = pendingDeletes.poll(); file != null; file = pendingDeletes.poll()) {
            file.delete();
        }
    }

    /** Renames a damaged file so that it is never served, and keeps it for a day for inspection. */
    void quarantine(SnapshotId id, Instant instant) {
        File damagedFile = folder.damagedFile(id);
        if (folder.snapshotFile(id).renameTo(damagedFile)) {
            damagedFile.setLastModified(Math.max(0, instant.toEpochMilli()));
            folder.viewsFile(id).delete();
            warnings.accept("a damaged file in " + folder.path() + " was renamed; its result is lost");
        }
    }

    /** Deletes files of ended instances, views without a snapshot, and damaged files that are older than a day. */
    void cleanUp(List<String> names, Set<SnapshotId> existingIds, Instant instant) {
        StoreInstance.deleteFilesOfEnded(folder.path(), names);
        for (String name : names) {
            SnapshotId viewsId = StoreFolder.parseId(name, StoreFolder.VIEWS_SUFFIX);
            if (viewsId != null
                    && !existingIds.contains(viewsId)
                    && !folder.snapshotFile(viewsId).exists()) {
                folder.viewsFile(viewsId).delete();
            }
            SnapshotId damagedId = StoreFolder.parseId(name, StoreFolder.DAMAGED_SUFFIX);
            if (damagedId != null
                    && nanosBetween(folder.damagedFile(damagedId).lastModified(), instant)
                            > DAMAGED_RETENTION.toNanos()) {
                folder.damagedFile(damagedId).delete();
            }
        }
    }

    /** Creates the folder again after it was deleted. */
    void recreateFolder() throws IOException {
        folder.prepare();
        close();
    }

    void close() {
        if (storeInstance != null) {
            storeInstance.close();
            storeInstance = null;
        }
    }
}
