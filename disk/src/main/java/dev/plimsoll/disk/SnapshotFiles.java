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

/** Reads, deletes, and cleans up the files of a store's folder. Not thread-safe, except {@link #sweep}. */
final class SnapshotFiles {

    private static final Duration DAMAGED_STAYS = Duration.ofDays(1);
    private static final long LONGEST_AGE_MILLIS = Duration.ofDays(36_500).toMillis();

    private final Queue<File> rubbish = new ConcurrentLinkedQueue<>();
    private final Set<SnapshotId> leftAlone = new HashSet<>();
    private final StoreFolder folder;
    private final Consumer<SnapshotId> damaged;
    private final Consumer<String> complaints;
    private @Nullable StoreInstance storeInstance;

    SnapshotFiles(StoreFolder folder, Consumer<SnapshotId> onDamaged, Consumer<String> warnings) {
        this.folder = folder;
        this.damaged = onDamaged;
        this.complaints = warnings;
    }

    /** Returns a temporary file for a snapshot that has no final name yet. */
    File draft() throws IOException {
        StoreInstance instance = storeInstance;
        if (instance == null) {
            instance = StoreInstance.claim(folder.path());
            storeInstance = instance;
        }
        return instance.busy(folder.path().toFile());
    }

    BlockFile blocks(File file, SnapshotHeader.Placed placed) {
        return new BlockFile(file, placed, () -> damaged.accept(placed.head().id()));
    }

    /**
     * Reads the header of a file that this process does not know. Returns null if the file is missing, damaged, or of a newer
     * version.
     */
    @Nullable FileStoreEntry load(SnapshotId id, long now, Instant instant) {
        File file = folder.snapshot(id);
        try {
            SnapshotHeader.Placed placed = SnapshotHeader.read(file);
            SnapshotHeader snapshotHeader = placed.head();
            if (!snapshotHeader.id().equals(id)) {
                throw new DamagedException("the file has the name of another snapshot");
            }
            long modified = file.lastModified();
            long age = age(instant, snapshotHeader.takenAt().toEpochMilli());
            long end = ElapsedTime.plus(now, snapshotHeader.maxTtl()) - age;
            Lifetime lifetime = new Lifetime(snapshotHeader.ttl(), end, now - age(instant, modified));
            long viewBytes = folder.views(id).length();
            return new FileStoreEntry(blocks(file, placed), lifetime, placed.fileBytes(), viewBytes, modified);
        } catch (DamagedException e) {
            damaged.accept(id);
        } catch (SnapshotHeader.NewerException e) {
            leftAlone.add(id);
        } catch (IOException e) {
            // missing, or not readable now: this does not mean that it is damaged
        }
        return null;
    }

    /** Returns the nanoseconds since a time, or 0 if it is in the future because the clock was set back. */
    static long age(Instant instant, long millis) {
        long age = instant.toEpochMilli() - millis;
        return Math.max(0, Math.min(age, LONGEST_AGE_MILLIS)) * 1_000_000;
    }

    /** Returns whether a newer version has written the snapshot. */
    boolean leavesAlone(SnapshotId id) {
        return leftAlone.contains(id);
    }

    /** Removes the file's name immediately; {@link #sweep} frees its disk space. */
    void delete(SnapshotId id) {
        File file = folder.snapshot(id);
        File trash =
                storeInstance == null ? file : storeInstance.busy(folder.path().toFile());
        if (storeInstance != null && file.renameTo(trash)) {
            rubbish.add(trash);
        } else {
            file.delete();
        }
        folder.views(id).delete();
    }

    /** Deletes the removed files. Callers must not hold a lock, because the disk may be slow. Thread-safe. */
    void sweep() {
        for (File file = rubbish.poll(); file != null; file = rubbish.poll()) {
            file.delete();
        }
    }

    /** Renames a damaged file so that it is never served, and keeps it for a day for inspection. */
    void setAside(SnapshotId id, Instant instant) {
        File damagedFile = folder.damaged(id);
        if (folder.snapshot(id).renameTo(damagedFile)) {
            damagedFile.setLastModified(Math.max(0, instant.toEpochMilli()));
            folder.views(id).delete();
            complaints.accept("a damaged file in " + folder.path() + " was renamed; its result is lost");
        }
    }

    /** Deletes files of ended instances, views without a snapshot, and damaged files after a day. */
    void tidy(List<String> names, Set<SnapshotId> present, Instant instant) {
        StoreInstance.clear(folder.path(), names);
        for (String name : names) {
            SnapshotId views = StoreFolder.id(name, StoreFolder.VIEWS);
            if (views != null
                    && !present.contains(views)
                    && !folder.snapshot(views).exists()) {
                folder.views(views).delete();
            }
            SnapshotId damagedId = StoreFolder.id(name, StoreFolder.DAMAGED);
            if (damagedId != null && age(instant, folder.damaged(damagedId).lastModified()) > DAMAGED_STAYS.toNanos()) {
                folder.damaged(damagedId).delete();
            }
        }
    }

    /** Creates the folder again after it was deleted. */
    void remake() throws IOException {
        folder.make();
        close();
    }

    void close() {
        if (storeInstance != null) {
            storeInstance.close();
            storeInstance = null;
        }
    }
}
