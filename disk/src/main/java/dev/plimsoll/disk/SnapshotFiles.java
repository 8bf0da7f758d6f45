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

/** What a store does to the files in its folder. Not thread-safe, but for {@link #sweep}. */
final class SnapshotFiles {

    private static final Duration DAMAGED_STAYS = Duration.ofDays(1);
    private static final long LONGEST_AGE_MILLIS = Duration.ofDays(36_500).toMillis();

    private final Queue<File> rubbish = new ConcurrentLinkedQueue<>();
    private final Set<SnapshotId> leftAlone = new HashSet<>();
    private final StoreFolder folder;
    private final Consumer<SnapshotId> damaged;
    private final Consumer<String> complaints;
    private @Nullable StoreInstance storeInstance;

    SnapshotFiles(StoreFolder folder, Consumer<SnapshotId> damaged, Consumer<String> complaints) {
        this.folder = folder;
        this.damaged = damaged;
        this.complaints = complaints;
    }

    /** Where to write what has no name yet. */
    File draft() throws IOException {
        StoreInstance own = storeInstance;
        if (own == null) {
            own = StoreInstance.claim(folder.path());
            storeInstance = own;
        }
        return own.busy(folder.path().toFile());
    }

    BlockFile blocks(File file, SnapshotHeader.Placed placed) {
        return new BlockFile(file, placed, () -> damaged.accept(placed.head().id()));
    }

    /** Reads the head of a file that this process does not know; null if there is nothing to be had from it. */
    @Nullable FileStoreEntry load(SnapshotId id, long now, Instant reading) {
        File file = folder.snapshot(id);
        try {
            SnapshotHeader.Placed placed = SnapshotHeader.read(file);
            SnapshotHeader snapshotHeader = placed.head();
            if (!snapshotHeader.id().equals(id)) {
                throw new DamagedException("under another one's name");
            }
            long touched = file.lastModified();
            long age = age(reading, snapshotHeader.takenAt().toEpochMilli());
            long end = ElapsedTime.plus(now, snapshotHeader.maxTtl()) - age;
            Lifetime lifetime = new Lifetime(snapshotHeader.ttl(), end, now - age(reading, touched));
            long viewBytes = folder.views(id).length();
            return new FileStoreEntry(blocks(file, placed), lifetime, placed.fileBytes(), viewBytes, touched);
        } catch (DamagedException e) {
            damaged.accept(id);
        } catch (SnapshotHeader.NewerException e) {
            leftAlone.add(id);
        } catch (IOException e) {
            // it is not there, or cannot be read now: that says nothing about it
        }
        return null;
    }

    /** Nanoseconds since then; none if that is still to come, as when the clock was set back. */
    static long age(Instant reading, long millis) {
        long age = reading.toEpochMilli() - millis;
        return Math.max(0, Math.min(age, LONGEST_AGE_MILLIS)) * 1_000_000;
    }

    /** Whether a newer version has written it. */
    boolean leavesAlone(SnapshotId id) {
        return leftAlone.contains(id);
    }

    /** It has no name any more at once; the disk is cleared by a sweep. */
    void delete(SnapshotId id) {
        File file = folder.snapshot(id);
        File other = storeInstance == null ? file : storeInstance.busy(folder.path().toFile());
        if (storeInstance != null && file.renameTo(other)) {
            rubbish.add(other);
        } else {
            file.delete();
        }
        folder.views(id).delete();
    }

    /** Takes as long as the disk needs: not under a lock. By any thread. */
    void sweep() {
        for (File file = rubbish.poll(); file != null; file = rubbish.poll()) {
            file.delete();
        }
    }

    /** Keeps a damaged file for a day, for people to look at, under a name that is never served. */
    void setAside(SnapshotId id, Instant reading) {
        File aside = folder.damaged(id);
        if (folder.snapshot(id).renameTo(aside)) {
            aside.setLastModified(Math.max(0, reading.toEpochMilli()));
            folder.views(id).delete();
            complaints.accept("a damaged file in " + folder.path() + " was set aside; its result is gone");
        }
    }

    /** Clears away what nobody will: of dead instances, of snapshots that are gone, and damaged files in the end. */
    void tidy(List<String> names, Set<SnapshotId> there, Instant reading) {
        StoreInstance.clear(folder.path(), names);
        for (String name : names) {
            SnapshotId views = StoreFolder.id(name, StoreFolder.VIEWS);
            if (views != null
                    && !there.contains(views)
                    && !folder.snapshot(views).exists()) {
                folder.views(views).delete();
            }
            SnapshotId aside = StoreFolder.id(name, StoreFolder.DAMAGED);
            if (aside != null && age(reading, folder.damaged(aside).lastModified()) > DAMAGED_STAYS.toNanos()) {
                folder.damaged(aside).delete();
            }
        }
    }

    /** Makes the folder anew where it was deleted. */
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
